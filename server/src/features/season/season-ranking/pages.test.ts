import { DAY_MS } from '@tribune/domain/common/instant.ts'
import { aggregateSeason, rankSeason } from '@tribune/domain/season/season.ts'
import { MATCHES_PER_READ, POINTS_ROWS_LIMIT } from '@tribune/protocol/read-limits.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { call, startTestServer, type TestServer } from '../../../testing/app.ts'
import { cast } from '../../../testing/ballots.ts'
import { buildMatch } from '../../../testing/builders.ts'
import { planOf } from '../../../testing/inspect.ts'
import { signInOne } from '../../../testing/people.ts'
import { ingestCompetitions, ingestMatches } from '../../feed/ingestion/service.ts'
import { readMissingDetails } from '../../operator/nightly/jobs.ts'
import { publishDueMatches } from '../../results/rankings/service.ts'
import { seasonPage } from './queries.ts'
import { rebuildSeason } from './service.ts'

describe('pages of the ranking', () => {
  const PLAYERS = 10_000
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer(inject('databaseUrl'))
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    await sql`TRUNCATE matches, players_ref, available_competitions, season_rank_history, votes CASCADE`.execute(
      server.app.db,
    )
    await server.app.bus.publish('reset', {})
  })

  /** Inserts `count` ranked players, `Joueur 1` first. Every hundredth is called `Élodie` instead. */
  async function rankedPlayers(count: number): Promise<void> {
    const { db, bus } = server.app
    const name = sql`CASE WHEN n % 100 = 0 THEN 'Élodie ' ELSE 'Joueur ' END || n`
    await sql`INSERT INTO players_ref (id, name) SELECT n, ${name} FROM generate_series(1, ${count}) AS n`.execute(db)
    await sql`
    INSERT INTO season_player_points
      (season_id, player_id, player_name, search_name, matches_played, total_points, wins, podiums, rank)
    SELECT ${await openSeason()}::integer, n, ${name}, replace(lower(${name}), 'é', 'e'), 1, ${count + 1} - n, 0, 0, n
    FROM generate_series(1, ${count}) AS n`.execute(db)
    await sql`ANALYZE season_player_points`.execute(db)
    await bus.publish('season', {})
  }

  const openSeason = async () => (await server.app.seasons.open()).id
  const ranking = async (query: string) =>
    (await call(server, 'GET', `/api/rpc/get_season_ranking_corrected?${query}`)).json()
  const ranksOf = ({ items }: { items: { rank: number }[] }) => items.map(({ rank }) => rank)

  describe('ten thousand players', () => {
    test('are read by pages without gaps, up to the last', async () => {
      await rankedPlayers(PLAYERS)
      expect(ranksOf(await ranking('p_limit=3'))).toEqual([1, 2, 3])
      expect(ranksOf(await ranking('p_limit=3&p_offset=3'))).toEqual([4, 5, 6])
      const last = await ranking('p_limit=5&p_offset=9997')
      expect([ranksOf(last), last.total]).toEqual([[9998, 9999, 10000], PLAYERS])
    })

    test('are found by search, at most fifty at once, each with their season rank', async () => {
      await rankedPlayers(PLAYERS)
      const found = await ranking('p_limit=100&p_search=%20%C3%89LODIE%20')
      expect(found.total).toBe(PLAYERS / 100)
      expect(ranksOf(found)).toEqual(Array.from({ length: 50 }, (_, index) => (index + 1) * 100))
    })

    test('are found through indexes: no page sorts the ranking, and no rare name scans it', async () => {
      await rankedPlayers(PLAYERS)
      const page = { seasonId: await openSeason(), limit: 5, offset: PLAYERS - 5, search: '', before: '2026-01-01' }
      // An index alone is enough only for rows that every transaction sees: what autovacuum sees to by and by.
      await server.app.pool.query('VACUUM season_player_points')
      const last = await planOf(server.app.pool, (db) => seasonPage(db, page))
      expect(last).toContain('Index Only Scan using season_by_rank')
      expect(last).not.toContain('Seq Scan on season_player_points')
      const rare = await planOf(server.app.pool, (db) =>
        seasonPage(db, { ...page, limit: 50, offset: 0, search: 'joueur 9876' }),
      )
      expect(rare).toContain('Bitmap Index Scan on season_by_name')
    })
  })

  describe('the players of a fan’s podiums', () => {
    test('come with their rows of the ranking, best first; those without points only by id', async () => {
      const match = await buildMatch(server.app.db)
      const [a = 0, b = 0, c = 0] = match.playerIds
      const [fan, other] = [await signInOne(server), await signInOne(server)]
      await cast(server, fan, match.id, [a, b, c])
      await cast(server, other, match.id, match.playerIds.slice(3, 6))
      const season_id = await openSeason()
      const line = (player_id: number, rank: number) => ({
        season_id,
        player_id,
        rank,
        player_name: `Joueur ${player_id}`,
        search_name: 'joueur',
        matches_played: 1,
        total_points: 100 - rank,
        wins: 0,
        podiums: 0,
      })
      const rows = [line(b, 7), line(a, 12), line(match.playerIds[3] ?? 0, 1)]
      await server.app.db.insertInto('season_player_points').values(rows).execute()
      const weekAgo = new Date(server.clock.now().getTime() - 7 * DAY_MS).toISOString().slice(0, 10)
      await server.app.db
        .insertInto('season_rank_history')
        .values({ season_id, day: weekAgo, player_id: a, rank: 3 })
        .execute()

      const { player_ids, items } = (
        await call(server, 'GET', '/api/rpc/get_my_podium_players', { cookie: fan.cookie })
      ).json()
      expect(player_ids).toEqual([a, b, c].toSorted((one, two) => one - two))
      expect(items).toMatchObject([
        { player_id: b, rank: 7, trend: 'stable' },
        { player_id: a, rank: 12, trend: 'down' },
      ])
    })
  })
})

describe('the season that a phone adds up', () => {
  /** Days of the feed that make the season: about 50 matches each. */
  const DAYS = 4
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer(inject('databaseUrl'))
    const { app } = server
    const now = app.clock.now()
    await ingestCompetitions(app)
    for (let day = 1; day <= DAYS; day += 1) {
      const date = new Date(now.getTime() - day * DAY_MS).toISOString().slice(0, 10)
      await ingestMatches(app, await app.feed.matchesOn(date))
    }
    await readMissingDetails(app, now)
    await publishDueMatches(app, { season: 'later' })
    await rebuildSeason(app)
  })
  afterAll(() => server.close())

  const read = async (path: string) => {
    const answer = await call(server, 'GET', path)
    expect(answer.statusCode).toBe(200)
    return answer.json()
  }

  /** Rows by as many ids at once as the endpoint takes. */
  async function readByIds(path: string, ids: readonly number[], atOnce: number) {
    const rows = []
    for (let at = 0; at < ids.length; at += atOnce) {
      rows.push(...(await read(`${path}?ids=${ids.slice(at, at + atOnce).join(',')}`)).items)
    }
    return rows
  }

  async function wholeRanking() {
    const rows = []
    for (let total = 1; rows.length < total; ) {
      const page = await read(`/api/rpc/get_season_ranking_corrected?p_limit=100&p_offset=${rows.length}`)
      rows.push(...page.items)
      total = page.total
    }
    return rows
  }

  test('the sums of the web, when the ranking cannot be read, are the ranking', async () => {
    const range = `from=0&to=${POINTS_ROWS_LIMIT - 1}`
    const { items: points } = await read(`/api/match_player_points?${range}`)
    const { items: lineups } = await read(`/api/match_lineups?${range}`)
    const { items: enabled } = await read('/api/available_competitions?enabled=true')
    const ids = [...new Set<number>([...points, ...lineups].map((row) => row.match_id))]
    const matches = await readByIds('/api/matches', ids, MATCHES_PER_READ)
    const season = await read('/api/season')
    const enabledIds = enabled.map((one: { id: number }) => one.id)
    const ranked = rankSeason(aggregateSeason(points, lineups, matches, enabledIds, season))
    const faces = await readByIds(
      '/api/players_ref',
      ranked.map((row) => row.player_id),
      200,
    )
    const clubs = new Map(faces.map((face) => [face.id, [face.name, face.last_team]]))
    const figuresOf = (row: (typeof ranked)[number], name: unknown) => [
      row.player_id,
      row.rank,
      row.total_points,
      row.wins,
      row.podiums,
      row.matches_played,
      name,
    ]
    const byServer = await wholeRanking()
    expect(byServer.length).toBeGreaterThan(100)
    expect(new Map(ranked.map((row) => [row.player_id, figuresOf(row, clubs.get(row.player_id))]))).toEqual(
      new Map(byServer.map((row) => [row.player_id, figuresOf(row, [row.player_name, row.last_team])])),
    )
    expect((await read('/api/rpc/get_season_ranking_corrected')).season).toEqual({
      name: season.name,
      label: season.label,
    })
  })

  test.each(['from=0&to=5', 'from=1&to=100000', 'from=500000&to=599999', 'from=-100000&to=-1'])(
    'only whole ranges are served: %s',
    async (range) => {
      for (const table of ['match_player_points', 'match_lineups']) {
        expect((await call(server, 'GET', `/api/${table}?${range}`)).statusCode).toBe(400)
      }
    },
  )
})
