import { MINUTE_MS } from '@tribune/domain/common/instant.ts'
import type { FeedMatch, ScoreParts } from '@tribune/football/feed.ts'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { call, startTestServer, type TestServer } from '../../../testing/app.ts'
import { detail, feedMatch, feedPlayer, seenAgain } from '../../../testing/feed.ts'
import { fixtureOf } from '../../messages/announcements/queries.ts'
import { publishDueMatches } from '../../results/rankings/service.ts'
import { ingestCompetitions, ingestDetails, ingestMatches } from './service.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'))
  await ingestCompetitions(server.app)
})
afterAll(() => server.close())

const NONE = { home: null, away: null }
const goals = (home: number, away: number) => ({ home, away })
const parts = (some: Partial<ScoreParts>): ScoreParts => ({
  fulltime: NONE,
  extratime: NONE,
  kicks: NONE,
  winner: null,
  ...some,
})
const EXTRA_TIME = { rawStatus: 'ET', minute: 105 } as const
const UNDER_WAY = { rawStatus: 'P', minute: 120 } as const
const OVER = { status: 'finished', rawStatus: 'PEN', minute: 120 } as const
const score = (homeScore: number | null, awayScore: number | null) => ({ homeScore, awayScore })

/** A match in extra time, 1 – 1, then as each of the readings reports it, a minute apart. */
async function follow(...readings: Partial<FeedMatch>[]) {
  const kickoffAt = new Date(server.clock.now().getTime() - 150 * MINUTE_MS)
  const match = feedMatch(server.clock.now(), { kickoffAt, ...EXTRA_TIME, ...score(1, 1) })
  await ingestMatches(server.app, [match])
  for (const reading of readings) {
    server.clock.advance(MINUTE_MS)
    await ingestMatches(server.app, [seenAgain(match, server.clock.now(), reading)])
  }
  return match
}

async function shown(matchId: number) {
  const { match } = (await call(server, 'GET', `/api/rpc/get_match_screen?match_id=${matchId}`)).json()
  const { home_score, away_score, shootout } = match
  return { score: [home_score, away_score], shootout }
}

const KICKS = { kicks: goals(4, 3), winner: 'home' }

describe('a match decided on penalties', () => {
  test.each<[what: string, readings: Partial<FeedMatch>[], shootout: object]>([
    [
      'counted apart',
      [
        {
          ...OVER,
          ...score(1, 1),
          parts: parts({ fulltime: goals(1, 1), extratime: goals(0, 0), kicks: goals(4, 3), winner: 'home' }),
        },
      ],
      KICKS,
    ],
    [
      'added to the goals, and counted nowhere',
      [{ ...OVER, ...score(5, 4), parts: parts({ fulltime: goals(1, 1), extratime: goals(0, 0) }) }],
      KICKS,
    ],
    ['added to the goals, of which only the stored score is known', [{ ...OVER, ...score(5, 4) }], KICKS],
    [
      'added while it goes on, and then counted',
      [
        { ...UNDER_WAY, ...score(3, 2) },
        { ...OVER, ...score(5, 4), parts: parts({ kicks: goals(4, 3) }) },
      ],
      KICKS,
    ],
    [
      'not counted, with its winner',
      [{ ...OVER, ...score(1, 1), parts: parts({ winner: 'away' }) }],
      { kicks: null, winner: 'away' },
    ],
    ['not counted, without a winner', [{ ...OVER, ...score(1, 1) }], { kicks: null, winner: null }],
    [
      'whose winner is known later',
      [
        { ...OVER, ...score(1, 1) },
        { ...OVER, ...score(1, 1), parts: parts({ winner: 'home' }) },
      ],
      { kicks: null, winner: 'home' },
    ],
    [
      'whose count is left out later',
      [
        { ...OVER, ...score(1, 1), parts: parts({ kicks: goals(4, 3) }) },
        { ...OVER, ...score(null, null) },
      ],
      KICKS,
    ],
    [
      'whose count is corrected after the whistle',
      [
        { ...OVER, ...score(1, 1), parts: parts({ kicks: goals(3, 4) }) },
        { ...OVER, ...score(1, 1), parts: parts({ kicks: goals(4, 3) }) },
      ],
      KICKS,
    ],
  ])('%s', async (_what, readings, shootout) => {
    const { id } = await follow(...readings)
    expect(await shown(id)).toEqual({ score: [1, 1], shootout })
  })

  test('shows the penalties so far, and no winner, while it goes on', async () => {
    const { id } = await follow({ ...UNDER_WAY, ...score(1, 1), parts: parts({ kicks: goals(2, 1) }) })
    expect(await shown(id)).toEqual({ score: [1, 1], shootout: { kicks: goals(2, 1), winner: null } })
  })

  test('takes a score that is corrected after the whistle', async () => {
    const decided = parts({ kicks: goals(4, 3) })
    const { id } = await follow(
      { ...OVER, ...score(1, 1), parts: decided },
      { ...OVER, ...score(2, 2), parts: decided },
    )
    expect(await shown(id)).toEqual({ score: [2, 2], shootout: KICKS })
  })

  test('has no shoot-out once the feed says that it ended in extra time', async () => {
    const { id } = await follow({ ...OVER, ...score(1, 1) }, { ...OVER, rawStatus: 'AET', ...score(2, 1) })
    expect(await shown(id)).toEqual({ score: [2, 1], shootout: undefined })
  })
})

test('is shown with its shoot-out wherever its score is', async () => {
  const match = await follow({
    ...OVER,
    ...score(5, 4),
    parts: parts({ fulltime: goals(1, 1), extratime: goals(0, 0) }),
  })
  const player = feedPlayer(match, 'home')
  server.clock.advance(MINUTE_MS)
  const ended = seenAgain(match, server.clock.now(), { ...OVER, ...score(1, 1) })
  await ingestDetails(server.app, [detail(ended, [player])])
  server.clock.advance(70 * MINUTE_MS)
  await publishDueMatches(server.app)
  const read = async (path: string) => (await call(server, 'GET', path)).json()
  const isIt = ({ match_id }: { match_id: number }) => match_id === match.id
  const home = await read('/api/rpc/get_home_matches?window_past_minutes=10080&window_future_minutes=10080')
  expect(home.items.find(isIt)).toMatchObject({ home_score: 1, away_score: 1, shootout: KICKS })
  const history = await read(`/api/rpc/get_player_full_team_history?p_player_id=${player.id}`)
  expect(history.items.find(isIt)).toMatchObject({ home_score: 1, away_score: 1, shootout: KICKS })
  const api = await read(`/api/functions/football-api?fn=match_details&match_id=${match.id}`)
  expect(api.details).toMatchObject({ home_score: 1, away_score: 1, shootout: KICKS })
  expect(await fixtureOf(server.app.db, match.id)).toMatchObject({ homeScore: 1, awayScore: 1, shootout: KICKS })
})
