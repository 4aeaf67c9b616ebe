import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { call, refusalOf, startTestServer, type TestServer } from '../../testing/app.ts'
import { cast } from '../../testing/ballots.ts'
import { type BuiltMatch, buildMatch } from '../../testing/builders.ts'
import { allEndpoints } from '../../testing/contract.ts'
import { signInOne } from '../../testing/people.ts'
import { PublicReads } from './public-reads.ts'

const ADDRESS = '10.9.9.9'
/** Public calls that need no shared database connection. */
const FREE = [
  '/api/me',
  '/api/contact',
  '/api/season',
  '/api/live',
  '/api/health',
  '/api/health/live',
  '/api/health/ready',
  '/media/:kind/:id/:size.webp',
]
/** Required query parameters. */
const QUERIES: Readonly<Record<string, string>> = {
  '/api/matches': 'ids=1',
  '/api/players_ref': 'ids=1',
  '/api/match_lineups': 'match_id=1',
  '/api/match_player_points': 'match_id=1',
  '/api/rpc/get_match_screen': 'match_id=1',
  '/api/rpc/get_home_matches': 'window_past_minutes=7&window_future_minutes=7',
  '/api/rpc/get_match_winners': 'window_past_minutes=7',
  '/api/rpc/get_player_full_team_history': 'p_player_id=1',
  '/api/rpc/get_player_complete_history': 'p_player_id=1',
  '/api/season_player_points': 'player_id=1',
  '/api/player_seasons': 'player_id=1',
  '/api/players_by_name': 'name=elie',
}
const reads = (await allEndpoints()).filter(
  ({ access, method, path }) =>
    access === 'public' && method === 'GET' && !FREE.includes(path) && !path.startsWith('/api/functions/'),
)

describe('an address over its budget', () => {
  let server: TestServer
  let match: BuiltMatch
  const screen = () => call(server, 'GET', `/api/rpc/get_match_screen?match_id=${match.id}`)
  beforeAll(async () => {
    server = await startTestServer(inject('databaseUrl'))
    match = await buildMatch(server.app.db)
    expect((await screen()).statusCode).toBe(200)
    const rows = Array.from({ length: 100_000 })
    await server.app.reads.run({ address: ADDRESS, isActive: () => true }, async () => rows)
  })
  afterAll(() => server.close())

  test.concurrent.each(reads.map(({ path }) => path))('must wait before a new read: %s', async (path) => {
    const query = QUERIES[path]
    const url = path.replace(/:\w+/g, '1') + (query === undefined ? '' : `?${query}`)
    expect(refusalOf(await call(server, 'GET', url))).toEqual([429, 'too_many_requests'])
  })

  test('still gets snapshots, and can cast ballots', async () => {
    expect((await screen()).statusCode).toBe(200)
    const fan = await signInOne(server)
    expect((await cast(server, fan, match.id, match.playerIds.slice(0, 3))).statusCode).toBe(200)
  })
})

test('a waiting read whose caller has left is not run', async () => {
  const own = new PublicReads({ connections: 4, now: () => 0 })
  const { promise, resolve } = Promise.withResolvers<string>()
  const first = own.run({ address: ADDRESS, isActive: () => true }, () => promise)
  let isActive = true
  let made = false
  const second = own.run({ address: ADDRESS, isActive: () => isActive }, async () => {
    made = true
  })
  isActive = false
  resolve('read')
  expect(await first).toBe('read')
  await expect(second).rejects.toMatchObject({ code: 'busy' })
  expect(made).toBe(false)
})
