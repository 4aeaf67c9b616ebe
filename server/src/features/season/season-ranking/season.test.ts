import { DAY_MS, HOUR_MS } from '@tribune/domain/common/instant.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { call, startTestServer, type TestServer } from '../../../testing/app.ts'
import { type BuiltMatch, buildMatch } from '../../../testing/builders.ts'
import { OPERATOR, signInAdmin } from '../../../testing/people.ts'
import { schedulerNightly } from '../../operator/nightly/jobs.ts'
import { publishDueMatches, rankAndNotify, recalculateMatch } from '../../results/rankings/service.ts'

let server: TestServer
let cookie: string
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'))
  cookie = (await signInAdmin(server)).cookie
})
afterAll(() => server.close())
beforeEach(async () => {
  const { db, bus } = server.app
  server.simulator.faults.clear()
  await sql`TRUNCATE matches, players_ref, available_competitions, season_rank_history, edge_metrics CASCADE`.execute(
    db,
  )
  await db.updateTable('match_coefficients').set({ coefficient: 1 }).execute()
  await bus.publish('reset', {})
})

/** A published match ranked by ratings: the first so many players have these. */
async function published(ratings: readonly number[], competitionId = 61, coefficient = 3): Promise<BuiltMatch> {
  const { app, clock } = server
  const finishedAt = new Date(clock.now().getTime() - 2 * HOUR_MS)
  const match = await buildMatch(app.db, { status: 'finished', finishedAt, competitionId, coefficient })
  for (const [index, rating] of ratings.entries()) {
    const change = app.db.updateTable('match_lineups').set({ rating }).where('match_id', '=', match.id)
    await change.where('player_id', '=', match.playerIds[index] ?? 0).execute()
  }
  await publishDueMatches(app)
  return match
}

interface Row {
  readonly player_id: number
  readonly rank: number
  readonly total_points: number
  readonly trend: string
}
const season = async (query = ''): Promise<Row[]> =>
  (await call(server, 'GET', `/api/rpc/get_season_ranking_corrected?p_limit=100${query}`)).json().items
const admin = async (path: string, body: object) => (await call(server, 'POST', path, { cookie, body })).json()
const coefficientOf = async (id: number) =>
  (await call(server, 'GET', `/api/home_fixtures/${id}`)).json().competition_coefficient

/** How often the planner's statistics of the matches were gathered on purpose. */
async function timesGathered(): Promise<number> {
  const counts = sql<{ times: number }>`
    SELECT analyze_count::integer AS times FROM pg_stat_user_tables WHERE relname = 'match_lineups'`
  return (await counts.execute(server.app.db)).rows[0]?.times ?? 0
}

describe('the season', () => {
  test('counts the matches of a player without points', async () => {
    const ratings = [9, 8.9, 8.8, 8.7, 8.6, 8.5, 8.4, 8.3, 8.2, 8.1, 5]
    const [first, second] = [await published(ratings), await published([9])]
    await server.app.db
      .updateTable('match_lineups')
      .set({ player_id: first.playerIds[10] ?? 0 })
      .where('match_id', '=', second.id)
      .where('player_id', '=', second.playerIds[5] ?? 0)
      .execute()
    const of = async (id: number | undefined) =>
      (await call(server, 'GET', `/api/season_player_points?player_id=${id}`)).json()
    expect(await of(first.playerIds[10])).toEqual({ items: [], matches_played: 2 })
    expect(await of(first.playerIds[0])).toMatchObject({ items: [{ matches_played: 1 }], matches_played: 1 })
    expect(await of(987_654_321)).toEqual({ items: [], matches_played: 0 })
    expect((await call(server, 'GET', '/api/season_player_points')).json().matches_played).toBeNull()
  })

  test('updates planner statistics when it is first computed, not at each change', async () => {
    await published([9])
    await server.app.db.deleteFrom('season_player_points').execute()
    const before = await timesGathered()
    await admin('/api/rpc/set_competition_enabled', { id: 61, enabled: true })
    expect(await season()).toHaveLength(1)
    await admin('/api/rpc/set_competition_enabled', { id: 61, enabled: true })
    expect(await timesGathered()).toBe(before + 1)
  })

  test('does not prevent hiding a competition if it cannot be computed', async () => {
    await published([9])
    let heard = 0
    const off = server.app.bus.on('competitions', () => {
      heard += 1
    })
    await sql`ALTER TABLE season_player_points RENAME TO away`.execute(server.app.db)
    await admin('/api/rpc/set_competition_enabled', { id: 61, enabled: false })
    await sql`ALTER TABLE away RENAME TO season_player_points`.execute(server.app.db)
    off()
    expect(heard).toBe(1)
  })

  test('shares a rank among equal players, and skips the ranks after it', async () => {
    const match = await published([9, 8, 8, 7])
    const [a, b, c, d] = match.playerIds
    const rows = (await season()).map(({ player_id, rank, total_points }) => [player_id, rank, total_points])
    expect(rows).toEqual([
      [a, 1, 300],
      [b, 2, 240],
      [c, 2, 240],
      [d, 4, 180],
    ])
  })

  test('reports an overtaken player as changed', async () => {
    const [first] = (await published([9])).playerIds
    const changedAt = async () => {
      const line = server.app.db.selectFrom('season_player_points').select(['rank', 'updated_at'])
      return line.where('player_id', '=', first ?? 0).executeTakeFirstOrThrow()
    }
    const before = await changedAt()
    await published([9], 61, 5)
    const after = await changedAt()
    expect([before.rank, after.rank]).toEqual([1, 2])
    expect(after.updated_at.getTime()).toBeGreaterThan(before.updated_at.getTime())
  })

  test('leaves out a hidden competition, and includes it when it is shown again', async () => {
    const [one, two] = [await published([9], 61), await published([8], 39)]
    expect(await season()).toHaveLength(2)
    await admin('/api/rpc/set_competition_enabled', { id: 61, enabled: false })
    expect((await season()).map(({ player_id, rank }) => [player_id, rank])).toEqual([[two.playerIds[0], 1]])
    const home = (await call(server, 'GET', '/api/rpc/get_home_matches')).json()
    expect(home.items.map((row: { match_id: number }) => row.match_id)).toEqual([two.id])
    await admin('/api/rpc/set_competition_enabled', { id: 61, enabled: true })
    expect((await season()).map(({ player_id }) => player_id)).toEqual(
      expect.arrayContaining([one.playerIds[0], two.playerIds[0]]),
    )
  })

  test('ignores case and accents in a search, and escapes its wildcards', async () => {
    const match = await published([9, 8])
    const name = server.app.db.updateTable('players_ref').set({ name: 'Élie Œuvré 100%' })
    await name.where('id', '=', match.playerIds[0] ?? 0).execute()
    await admin('/api/functions/season-ranking', {})
    for (const [search, found] of [
      ['elie', 1],
      ['OEUVRE', 1],
      ['0%', 1],
      ['%', 1],
      ['_', 0],
      ['\\', 0],
      ['joueur', 1],
    ] as const) {
      expect([search, (await season(`&p_search=${encodeURIComponent(search)}`)).length]).toEqual([search, found])
    }
  })

  test('has its total even beyond the last page', async () => {
    await published([9, 8, 7])
    const page = async (query: string) =>
      (await call(server, 'GET', `/api/rpc/get_season_ranking_corrected?${query}`)).json()
    expect(await page('p_limit=2&p_offset=2')).toMatchObject({ total: 3, items: [{ rank: 3 }] })
    expect(await page('p_limit=2&p_offset=50')).toMatchObject({ total: 3, items: [] })
    expect(await page('p_offset=50&p_search=joueur')).toMatchObject({ total: 3, items: [] })
  })
})

describe('a coefficient', () => {
  test('of a competition changes its matches at once, and points only when the operator recalculates', async () => {
    const [match, other] = [await published([9], 61, 3), await published([9], 39, 2)]
    expect(await admin('/api/rpc/set_competition_cc', { id: 61, coefficient: 1.254 })).toEqual({ matches_updated: 1 })
    expect([await coefficientOf(match.id), await coefficientOf(other.id)]).toEqual([1.25, 2])
    const points = async () => (await season()).find((row) => row.player_id === match.playerIds[0])?.total_points
    expect(await points()).toBe(300)
    await rankAndNotify(server.app, match.id)
    expect(await points()).toBe(300)
    await recalculateMatch(server.app, OPERATOR, match.id)
    expect(await points()).toBe(125)
  })

  test('of a phase and of derbies multiplies', async () => {
    const match = await published([9], 61, 3)
    await server.app.db.updateTable('matches').set({ phase: 'final', is_derby: true }).execute()
    const table = [
      { phase: 'final', coefficient: 1.5 },
      { phase: 'derby_multiplier', coefficient: 1.1 },
    ]
    expect(await admin('/api/rpc/set_cm_table', { table })).toEqual({ matches_updated: 1 })
    expect(await coefficientOf(match.id)).toBe(4.95)
  })

  test.each([0.004, 100.1, 0, -1])('of %f is refused', async (coefficient) => {
    await published([9])
    expect(await admin('/api/rpc/set_competition_cc', { id: 61, coefficient })).toMatchObject({
      error: { code: 'invalid_request' },
    })
  })

  test.each([100, 0.01])(
    'of %f everywhere is refused whole: a match’s own would leave its bounds',
    async (coefficient) => {
      const match = await published([9])
      await admin('/api/rpc/set_competition_cc', { id: 61, coefficient })
      const table = ['domestic', 'derby_multiplier'].map((phase) => ({ phase, coefficient }))
      const error = { code: 'coefficient_out_of_bounds' }
      expect(await admin('/api/rpc/set_cm_table', { table })).toMatchObject({ error })
      expect(await coefficientOf(match.id)).toBe(coefficient)
      const { items } = (await call(server, 'GET', '/api/match_coefficients')).json()
      expect(new Set(items.map((row: { coefficient: number }) => row.coefficient))).toEqual(new Set([1]))
    },
  )

  test('of an unknown competition is refused', async () => {
    const error = { code: 'competition_not_found' }
    expect(await admin('/api/rpc/set_competition_cc', { id: 7, coefficient: 2 })).toMatchObject({ error })
    expect(await admin('/api/rpc/set_competition_enabled', { id: 7, enabled: true })).toMatchObject({ error })
  })
})

describe('the nightly run', () => {
  const dayOf = (days: number) => new Date(server.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10)

  test('saves the ranks that trends compare with seven days later', async () => {
    const [a = 0, b = 0, c = 0] = (await published([9, 8, 7])).playerIds
    server.simulator.faults.add({ kind: 'no_content', path: '/fixtures' })
    await schedulerNightly(server.app)
    await server.app.db
      .updateTable('season_rank_history')
      .set({ day: dayOf(-7) })
      .execute()
    await server.app.db.updateTable('season_rank_history').set({ rank: 3 }).where('player_id', '=', a).execute()
    await server.app.db.updateTable('season_rank_history').set({ rank: 1 }).where('player_id', '=', b).execute()
    await server.app.db.deleteFrom('season_rank_history').where('player_id', '=', c).execute()
    await server.app.bus.publish('season', {})
    expect((await season()).map(({ player_id, trend }) => [player_id, trend])).toEqual([
      [a, 'up'],
      [b, 'down'],
      [c, 'stable'],
    ])
  })

  test('deletes ranks older than fourteen days, and runs older than thirty', async () => {
    await published([9])
    server.simulator.faults.add({ kind: 'no_content', path: '/fixtures' })
    const { id: season_id } = await server.app.seasons.open()
    const old = [-15, -14, -1].map((days) => ({ season_id, day: dayOf(days), player_id: 1, rank: 1 }))
    await server.app.db.insertInto('season_rank_history').values(old).execute()
    const run = { function_name: 'test', ok: true, duration_ms: 1, correlation_id: crypto.randomUUID() }
    const runs = [31, 29].map((days) => ({ ...run, processed: days, created_at: new Date(Date.now() - days * DAY_MS) }))
    await server.app.db.insertInto('edge_metrics').values(runs).execute()
    await schedulerNightly(server.app)
    const days = await server.app.db.selectFrom('season_rank_history').select('day').distinct().orderBy('day').execute()
    expect(days.map(({ day }) => day)).toEqual([dayOf(-14), dayOf(-1), dayOf(0)])
    const remaining = await server.app.db
      .selectFrom('edge_metrics')
      .select('processed')
      .where('function_name', '=', 'test')
      .execute()
    expect(remaining).toEqual([{ processed: 29 }])
  })
})
