import { MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { call, startTestServer, type TestServer } from '../../../testing/app.ts'
import { type BuiltMatch, buildMatch, type MatchSketch } from '../../../testing/builders.ts'
import { signInAdmin } from '../../../testing/people.ts'
import { publishDue } from '../../feed/publication/jobs.ts'

const RATING = 7.3
/** The rating as a number of its own: the seconds of a moment may end in « 7.3 » as well. */
const TOLD = /(?<!\d)7\.3(?!\d)/
let server: TestServer
let operator: string
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'))
  operator = (await signInAdmin(server)).cookie
})
afterAll(() => server.close())

const ago = (minutes: number) => new Date(server.clock.now().getTime() - minutes * MINUTE_MS)
const build = (sketch: MatchSketch) => buildMatch(server.app.db, { ...sketch, rating: RATING, players: 4 })

/** Every address that tells of a match or of its players. */
const addresses = ({ id, playerIds: [player] }: BuiltMatch) => [
  `/api/rpc/get_match_screen?match_id=${id}`,
  `/api/match_lineups?match_id=${id}`,
  '/api/match_lineups?from=0&to=99999',
  `/api/functions/football-api?fn=match_lineups&match_id=${id}`,
  `/api/functions/football-api?fn=match_details&match_id=${id}`,
  `/api/match_player_points?match_id=${id}`,
  `/api/match_player_points?player_id=${player}`,
  `/api/rpc/get_player_full_team_history?p_player_id=${player}`,
  `/api/rpc/get_player_complete_history?p_player_id=${player}`,
  `/api/home_fixtures/${id}`,
  `/api/matches?ids=${id}`,
]

async function ratingsIn(path: string) {
  const answer = (await call(server, 'GET', path)).json()
  return (answer.players ?? answer.items).map(({ rating }: { rating: number | null }) => rating)
}

describe('official ratings, which are the result if few vote', () => {
  test.each<[string, () => MatchSketch]>([
    ['live before minute 60', () => ({ minute: 30 })],
    ['live and open', () => ({ minute: 70 })],
    ['over and open', () => ({ status: 'finished', finishedAt: ago(10) })],
    ['closed, not counted', () => ({ status: 'finished', finishedAt: ago(61) })],
    ['suspended', () => ({ status: 'suspended', minute: 70 })],
  ])('are hidden while a match is %s', async (_state, sketch) => {
    const match = await build(sketch())
    for (const cookie of ['', operator]) {
      for (const address of addresses(match)) {
        const answer = await call(server, 'GET', address, { cookie })
        expect([address, answer.statusCode, TOLD.test(answer.body)]).toEqual([address, 200, false])
      }
    }
  })

  test('are shown with the result, even if the screen was cached before', async () => {
    const match = await build({ status: 'finished', finishedAt: ago(59) })
    const [screen = '', lineups = ''] = addresses(match)
    for (const address of [screen, lineups]) expect(await ratingsIn(address)).toEqual([null, null, null, null])
    server.clock.advance(2 * MINUTE_MS)
    await publishDue(server.app)
    for (const address of [screen, lineups]) expect(await ratingsIn(address)).toEqual(Array(4).fill(RATING))
  })
})
