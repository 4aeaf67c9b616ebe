import { readFileSync } from 'node:fs'
import { DAY_MS, HOUR_MS } from '@tribune/domain/common/instant.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { call, startTestServer, type TestServer } from '../../../testing/app.ts'
import { cast } from '../../../testing/ballots.ts'
import { type BuiltMatch, buildMatch, finishMatch } from '../../../testing/builders.ts'
import { wrongClock } from '../../../testing/clock.ts'
import { databaseForFile } from '../../../testing/for-file.ts'
import { signInMany } from '../../../testing/people.ts'
import { schedulerNightly } from '../../operator/nightly/jobs.ts'
import { publishDueMatches, rankAndNotify } from '../../results/rankings/service.ts'
import { rebuildSeason } from '../season-ranking/service.ts'

describe('the change of season', () => {
  /** The provider knows of no match. */
  const NO_MATCHES = { kind: 'no_content', path: '/fixtures' } as const
  let server: TestServer
  beforeEach(async () => {
    server = await startTestServer(inject('databaseUrl'), { at: '2026-06-30T20:00:00Z' })
    server.simulator.faults.add(NO_MATCHES)
  })
  afterEach(() => server.close())

  /** A live match whose first players have these ratings. */
  async function kickedOff(kickoffAt: string, ratings: readonly number[], competitionId = 61): Promise<BuiltMatch> {
    const { db } = server.app
    const match = await buildMatch(db, { kickoffAt: new Date(kickoffAt), competitionId })
    for (const [index, rating] of ratings.entries()) await rate(match, index, rating)
    return match
  }
  const rate = ({ id, playerIds }: BuiltMatch, index: number, rating: number) =>
    server.app.db
      .updateTable('match_lineups')
      .set({ rating })
      .where('match_id', '=', id)
      .where('player_id', '=', playerIds[index] ?? 0)
      .execute()

  /** Moves the clock to a moment, and publishes what is due then. */
  async function reach(moment: string): Promise<void> {
    server.clock.advance(Date.parse(moment) - server.clock.now().getTime())
    await publishDueMatches(server.app)
  }
  const whistle = ({ id }: BuiltMatch) => finishMatch(server.app.db, id, server.clock.now())

  const rows = async () => (await server.app.seasons.all()).map(({ label, closedAt }) => [label, closedAt === null])
  const idOf = async (label: string) =>
    (await server.app.seasons.all()).find((season) => season.label === label)?.id ?? 0

  /** Points by player in a season, of the public ranking. */
  async function points(label: string): Promise<Record<number, number>> {
    const path = `/api/rpc/get_season_ranking_corrected?p_limit=100&p_season=${await idOf(label)}`
    const { items } = (await call(server, 'GET', path)).json()
    return Object.fromEntries(
      items.map((row: { player_id: number; total_points: number }) => [row.player_id, row.total_points]),
    )
  }
  const pointsOf = (match: BuiltMatch, ...values: number[]) =>
    Object.fromEntries(values.map((value, index) => [match.playerIds[index] ?? 0, value]))
  /** Players ranked first in a finished season, as fans read it. */
  const champions = async (label: string) =>
    (await call(server, 'GET', '/api/seasons'))
      .json()
      .items.find((season: { label: string }) => season.label === label)
      .champions.map(({ player_id }: { player_id: number }) => player_id)

  /** A player's page of a season: rank, points and number of matches; the matches, each with points and rank. */
  async function playerPage(playerId: number | undefined, label: string) {
    const season = `p_season=${await idOf(label)}`
    const [row] = (await call(server, 'GET', `/api/season_player_points?player_id=${playerId}&${season}`)).json().items
    const path = `/api/rpc/get_player_full_team_history?p_player_id=${playerId}&${season}`
    const { items } = (await call(server, 'GET', path)).json()
    return {
      total: row === undefined ? null : [row.rank, row.total_points, row.matches_played],
      matches: items.map((match: { match_id: number; points: number; rank: number | null }) => [
        match.match_id,
        match.points,
        match.rank,
      ]),
    }
  }
  const labelShown = async () =>
    (await call(server, 'GET', '/api/rpc/get_season_ranking_corrected')).json().season.label

  describe('the change of season at midnight of 30 June', () => {
    test('counts each match in the season of its kick-off, though both are open across midnight', async () => {
      const before = await kickedOff('2026-06-30T23:59:59.999Z', [9, 8])
      const after = await kickedOff('2026-07-01T00:00:00Z', [9])
      await reach('2026-07-01T01:50:00Z')
      await whistle(before)
      await whistle(after)
      await reach('2026-07-01T02:30:00Z')
      expect(await rows()).toEqual([['2025-2026', true]])
      await reach('2026-07-01T02:51:00Z')
      expect(await rows()).toEqual([
        ['2026-2027', true],
        ['2025-2026', false],
      ])
      expect(await points('2025-2026')).toEqual(pointsOf(before, 300, 240))
      expect(await points('2026-2027')).toEqual(pointsOf(after, 300))
      expect(await labelShown()).toBe('2026-2027')
    })

    test('is not made by a server whose clock is a day ahead', async () => {
      await schedulerNightly({ ...server.app, clock: wrongClock(server.clock, DAY_MS) })
      expect(await rows()).toEqual([['2025-2026', true]])
    })

    test('is made by the nightly run, once, and caught up after missed nights', async () => {
      await schedulerNightly(server.app)
      expect(await rows()).toEqual([['2025-2026', true]])
      await reach('2026-07-01T04:15:00Z')
      await schedulerNightly(server.app)
      await schedulerNightly(server.app)
      expect(await rows()).toEqual([
        ['2026-2027', true],
        ['2025-2026', false],
      ])
      await reach('2029-01-01T04:15:00Z')
      await schedulerNightly(server.app)
      expect((await rows()).map(([label]) => label)).toEqual(['2028-2029', '2027-2028', '2026-2027', '2025-2026'])
    })

    test('counts a match with its ballots of both days in the old season, and one of 1 July in the new one', async () => {
      const other = await startTestServer(inject('databaseUrl'), { sharing: server })
      other.simulator.faults.add(NO_MATCHES)
      // 22:00 in Paris; extra time and penalties end it after midnight there, and the vote continues into 1 July everywhere.
      const last = await kickedOff('2026-06-30T20:00:00Z', [])
      const [a, b, c] = last.playerIds
      await reach('2026-06-30T21:30:00Z')
      for (const fan of await signInMany(server, 6))
        expect((await cast(server, fan, last.id, [a, b, c])).statusCode).toBe(200)
      await reach('2026-06-30T23:20:00Z')
      await whistle(last)
      const first = await kickedOff('2026-07-01T00:05:00Z', [9])
      await reach('2026-07-01T00:10:00Z')
      const late = await signInMany(server, 5)
      for (const fan of late) expect((await cast(other, fan, last.id, [b, a, c])).statusCode).toBe(200)
      await reach('2026-07-01T00:21:00Z')
      expect(await points('2025-2026')).toEqual(pointsOf(last, 300, 240, 210))
      expect(await points('2026-2027')).toEqual({})
      expect(await champions('2025-2026')).toEqual([a])
      // The old champion is the first player of the new season too.
      await server.app.db
        .updateTable('match_lineups')
        .set({ player_id: a ?? 0 })
        .where('match_id', '=', first.id)
        .where('player_id', '=', first.playerIds[0] ?? 0)
        .execute()
      await reach('2026-07-01T02:00:00Z')
      await whistle(first)
      await reach('2026-07-01T03:01:00Z')
      await reach('2026-07-01T04:15:00Z')
      await Promise.all([schedulerNightly(server.app), schedulerNightly(other.app)])
      for (const one of [server, other]) {
        expect((await one.app.seasons.all()).map(({ label, closedAt }) => [label, closedAt === null])).toEqual([
          ['2026-2027', true],
          ['2025-2026', false],
        ])
      }
      expect(await points('2025-2026')).toEqual(pointsOf(last, 300, 240, 210))
      expect(await points('2026-2027')).toEqual({ [a ?? 0]: 300 })
      expect(await champions('2025-2026')).toEqual([a])
      expect(await champions('2026-2027')).toEqual([])
      expect(await playerPage(a, '2025-2026')).toEqual({ total: [1, 300, 1], matches: [[last.id, 300, 1]] })
      expect(await playerPage(a, '2026-2027')).toEqual({ total: [1, 300, 1], matches: [[first.id, 300, 1]] })
      expect(await playerPage(b, '2026-2027')).toEqual({ total: null, matches: [] })
      await other.close()
    })

    test('by two servers at once makes one season', async () => {
      const other = await startTestServer(inject('databaseUrl'), { sharing: server })
      await reach('2026-07-01T00:00:00Z')
      await Promise.all([rebuildSeason(server.app), rebuildSeason(other.app)])
      expect(await rows()).toHaveLength(2)
      await other.close()
    })

    test('starts the ranks and the trend of the new season from scratch', async () => {
      const match = await kickedOff('2026-06-30T18:00:00Z', [9])
      await whistle(match)
      await reach('2026-06-30T21:30:00Z')
      await schedulerNightly(server.app)
      await reach('2026-07-01T04:15:00Z')
      await schedulerNightly(server.app)
      const remaining = await server.app.db.selectFrom('season_rank_history').select(['season_id', 'day']).execute()
      expect(remaining).toEqual([{ season_id: await idOf('2025-2026'), day: '2026-06-30' }])
      expect(await points('2026-2027')).toEqual({})
    })
  })

  describe('a finished season', () => {
    /** A match of the last evening, published before midnight; then the next season opens. */
    async function finished(): Promise<BuiltMatch> {
      const match = await kickedOff('2026-06-30T18:00:00Z', [9, 8])
      await whistle(match)
      await reach('2026-06-30T21:30:00Z')
      await reach('2026-07-01T04:15:00Z')
      await schedulerNightly(server.app)
      return match
    }

    test('stays when a competition is hidden afterwards, or its points change under it', async () => {
      const match = await finished()
      await server.app.db.updateTable('available_competitions').set({ enabled: false }).execute()
      await sql`UPDATE match_player_points SET points = 1`.execute(server.app.db)
      await rebuildSeason(server.app)
      await schedulerNightly(server.app)
      expect(await points('2025-2026')).toEqual(pointsOf(match, 300, 240))
    })

    test('still follows its own matches, even of a competition that was hidden after its end', async () => {
      const match = await finished()
      await server.app.db.updateTable('available_competitions').set({ enabled: false }).execute()
      await rate(match, 1, 10)
      await rankAndNotify(server.app, match.id)
      expect(await points('2025-2026')).toEqual(pointsOf(match, 240, 300))
      expect(await points('2026-2027')).toEqual({})
    })

    test('has no trend, even if ranks of its last days are stored; the open season has a trend', async () => {
      const match = await kickedOff('2026-06-30T18:00:00Z', [9, 8])
      await whistle(match)
      await reach('2026-06-30T21:30:00Z')
      await schedulerNightly(server.app)
      const trends = async (label: string) => {
        const path = `/api/rpc/get_season_ranking_corrected?p_season=${await idOf(label)}`
        return (await call(server, 'GET', path)).json().items.map((row: { trend: string | null }) => row.trend)
      }
      expect(await trends('2025-2026')).toEqual(['stable', 'stable'])
      await reach('2026-07-01T04:15:00Z')
      await schedulerNightly(server.app)
      await rate(match, 1, 10)
      await rankAndNotify(server.app, match.id)
      await reach('2026-07-07T12:00:00Z')
      expect(await points('2025-2026')).toEqual(pointsOf(match, 240, 300))
      expect(await trends('2025-2026')).toEqual([null, null])
    })

    test('keeps its players’ matches when their competition is hidden, and the club that each had then', async () => {
      const match = await finished()
      const [best] = match.playerIds
      const { db } = server.app
      const absent = await buildMatch(db, { kickoffAt: new Date('2026-06-30T19:00:00Z'), competitionId: 61 })
      const { home_team_id } = await db
        .selectFrom('matches')
        .select('home_team_id')
        .where('id', '=', match.id)
        .executeTakeFirstOrThrow()
      await db.updateTable('matches').set({ home_team_id }).where('id', '=', absent.id).execute()
      await whistle(absent)
      // In July they play for another club.
      const moved = await kickedOff('2026-07-02T18:00:00Z', [])
      await db
        .updateTable('match_lineups')
        .set({ player_id: best ?? 0 })
        .where('match_id', '=', moved.id)
        .where('player_id', '=', moved.playerIds[0] ?? 0)
        .execute()
      await db.updateTable('available_competitions').set({ enabled: false }).execute()
      expect((await playerPage(best, '2025-2026')).matches).toEqual([
        [absent.id, 0, null],
        [match.id, 300, 1],
      ])
      expect((await playerPage(best, '2026-2027')).matches).toEqual([])
    })

    test('has each player’s own totals, and its ranking goes on being read', async () => {
      const match = await finished()
      const [best] = match.playerIds
      const read = async (season: string) =>
        (await call(server, 'GET', `/api/season_player_points?player_id=${best}${season}`)).json().items
      expect(await read('')).toEqual([])
      expect(await read(`&p_season=${await idOf('2025-2026')}`)).toMatchObject([{ rank: 1, total_points: 300 }])
    })

    test('of an unknown id is refused', async () => {
      for (const path of ['/api/rpc/get_season_ranking_corrected', '/api/season_player_points'])
        expect((await call(server, 'GET', `${path}?p_season=77`)).json()).toMatchObject({
          error: { code: 'season_not_found' },
        })
    })
  })

  describe('the first season', () => {
    test('follows from the settings, and those that passed since are opened too', async () => {
      const database = server
      await database.app.db.deleteFrom('seasons').execute()
      const first = { name: 'Coupe', label: null, start: new Date('2023-08-01T00:00:00Z'), end: null }
      const other = await startTestServer(inject('databaseUrl'), { sharing: database, config: { season: first } })
      const made = (await other.app.seasons.all()).map(({ name, label, start }) => [name, label, start.toISOString()])
      await other.close()
      expect(made).toEqual([
        ['Coupe', '2025-2026', '2025-07-01T00:00:00.000Z'],
        ['Coupe', '2024-2025', '2024-07-01T00:00:00.000Z'],
        ['Coupe', '2023-2024', '2023-08-01T00:00:00.000Z'],
      ])
    })

    test('no longer follows from the settings once there are rows', async () => {
      const season = { name: 'Autre', label: '1999', start: new Date('1999-01-01T00:00:00Z'), end: null }
      const other = await startTestServer(inject('databaseUrl'), { sharing: server, config: { season } })
      expect((await other.app.seasons.open()).label).toBe('2025-2026')
      await other.close()
    })
  })

  test('a match that kicked off before every season counts in none, but is still published', async () => {
    const match = await kickedOff('2025-06-30T23:59:00Z', [9])
    await finishMatch(server.app.db, match.id, new Date(server.clock.now().getTime() - 2 * HOUR_MS))
    expect(await publishDueMatches(server.app)).toEqual([match.id])
    expect(await points('2025-2026')).toEqual({})
  })
})

describe('the upgrade to seasons', () => {
  const MIGRATION = new URL('../../../infra/database/migrations/030_seasons.sql', import.meta.url)
  const database = databaseForFile()

  /** Puts the tables back to what they were with one season. */
  beforeEach(async () => {
    await sql`TRUNCATE matches, players_ref CASCADE`.execute(database.db)
    await sql`
    TRUNCATE season_rank_history;
    ALTER TABLE season_player_points DROP COLUMN season_id, ADD PRIMARY KEY (player_id);
    ALTER TABLE season_rank_history DROP COLUMN season_id, ADD PRIMARY KEY (day, player_id);
    DROP INDEX IF EXISTS seasons_of_player, season_rank_history_by_day;
    CREATE INDEX season_by_rank ON season_player_points (rank, player_name, player_id);
    DROP TABLE seasons`.execute(database.db)
  })

  /** A published match with one ranked player, who has a row in the one season. */
  async function published(kickoffAt: string): Promise<void> {
    const { id, playerIds } = await buildMatch(database.db, {
      status: 'finished',
      kickoffAt: new Date(kickoffAt),
      players: 1,
    })
    const [player] = playerIds
    await sql`
    UPDATE matches SET published_at = now(), ranking_source = 'votes' WHERE id = ${id}`.execute(database.db)
    await sql`
    INSERT INTO match_player_points (match_id, player_id, player_name, rank, points, total_votes, unique_voters, source)
    VALUES (${id}, ${player}, 'Joueur', 1, 300, 12, 12, 'votes')`.execute(database.db)
    await sql`
    INSERT INTO season_player_points (player_id, player_name, search_name, matches_played, total_points, wins, podiums, rank)
    VALUES (${player}, 'Joueur', 'joueur', 1, 300, 1, 1, 1)`.execute(database.db)
    await sql`INSERT INTO season_rank_history (day, player_id, rank) VALUES ('2026-06-30', ${player}, 1)`.execute(
      database.db,
    )
  }

  /** Runs the migration; returns label, openness, whether it is computed, and the number of rows of each season. */
  async function upgrade() {
    await sql.raw(readFileSync(MIGRATION, 'utf8')).execute(database.db)
    const { rows } = await sql<{ of: unknown[] }>`
    SELECT json_build_array(s.label, s.closed_at IS NULL, s.computed_at IS NOT NULL,
      (SELECT count(*) FROM season_player_points p WHERE p.season_id = s.id),
      (SELECT count(*) FROM season_rank_history h WHERE h.season_id = s.id)) AS of
    FROM seasons s ORDER BY s.start_at`.execute(database.db)
    return rows.map((row) => row.of)
  }

  test('an empty database has no season until its first start', async () => {
    expect(await upgrade()).toEqual([])
  })

  test('points of one season stay unchanged', async () => {
    await published('2025-07-01T00:00:00Z')
    await published('2026-06-30T23:59:59Z')
    expect(await upgrade()).toEqual([['2025-2026', true, true, 2, 2]])
  })

  test('points of several seasons make a row each, to be computed; until then the newest has the sum', async () => {
    await published('2024-05-01T18:00:00Z')
    await published('2026-08-01T18:00:00Z')
    expect(await upgrade()).toEqual([
      ['2023-2024', false, false, 0, 0],
      ['2024-2025', false, false, 0, 0],
      ['2025-2026', false, false, 0, 0],
      ['2026-2027', true, false, 2, 2],
    ])
  })
})
