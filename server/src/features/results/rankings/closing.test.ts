import { HOUR_MS, MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { expectedTopPoints } from '@tribune/domain/results/points.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { RetryPauses } from '../../../kernel/retry-pauses.ts'
import { call, startTestServer, type TestServer } from '../../../testing/app.ts'
import { cast } from '../../../testing/ballots.ts'
import { type BuiltMatch, buildMatch, finishMatch, type MatchSketch } from '../../../testing/builders.ts'
import { lockWaits } from '../../../testing/inspect.ts'
import { type SignedIn, signInAdmin, signInMany } from '../../../testing/people.ts'
import { publishDue } from '../../feed/publication/jobs.ts'
import { rankOpenMatches, rankStoredMatch } from './service.ts'

let server: TestServer
let fans: SignedIn[]
let admin: SignedIn
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'))
  fans = await signInMany(server, 12)
  admin = await signInAdmin(server)
})
afterAll(() => server.close())

/** An open match on which so many fans agree about the first three. */
async function votedMatch(voters: number, sketch: MatchSketch = {}): Promise<BuiltMatch> {
  const match = await buildMatch(server.app.db, sketch)
  for (const fan of fans.slice(0, voters)) await cast(server, fan, match.id, match.playerIds.slice(0, 3))
  return match
}

/** Whistle now, and an hour later everything due is published. */
async function close({ id }: BuiltMatch): Promise<void> {
  await finishMatch(server.app.db, id, server.clock.now())
  await server.app.bus.publish('matches', { ids: [id] })
  server.clock.advance(60 * MINUTE_MS)
  await publishDue(server.app)
}

const screen = async (id: number) => (await call(server, 'GET', `/api/rpc/get_match_screen?match_id=${id}`)).json()
const points = async (id: number) =>
  (await call(server, 'GET', `/api/match_player_points?match_id=${id}&limit=120`)).json().items
const engine = async (id: number, who: SignedIn) =>
  (await call(server, 'POST', '/api/functions/ranking-engine', { cookie: who.cookie, body: { match_id: id } })).json()
const seasonOf = async (playerId: number | undefined) =>
  (await call(server, 'GET', `/api/season_player_points?player_id=${playerId}`)).json().items[0]
const storedMatch = (id: number) =>
  server.app.db.selectFrom('matches').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('the operator publishes due results in turn with the backfill of a new installation', async () => {
  const { db, clock, backfill } = server.app
  const finishedAt = new Date(clock.now().getTime() - 2 * HOUR_MS)
  const match = await buildMatch(db, { status: 'finished', finishedAt, rating: 7 })
  const row = db.selectFrom('matches').select('published_at').where('id', '=', match.id)
  const turns = vi.spyOn(backfill, 'inTurn')
  const { promise, resolve } = Promise.withResolvers<void>()
  const filled = backfill.inTurn(async () => {
    await promise
    return (await row.executeTakeFirstOrThrow()).published_at
  })
  const published = call(server, 'POST', '/api/functions/scheduler-postft', { cookie: admin.cookie, body: {} })
  await expect.poll(() => turns.mock.calls.length).toBe(2)
  turns.mockRestore()
  resolve()
  expect(await filled).toBeNull()
  expect((await published).json()).toMatchObject({ processed: 1 })
  expect((await row.executeTakeFirstOrThrow()).published_at).not.toBeNull()
})

describe('while the vote is open', () => {
  test('ranks are computed and stored, but shown only to the operator', async () => {
    const match = await votedMatch(12, { rating: 7 })
    expect(await rankOpenMatches(server.app)).toBe(1)
    expect(await rankOpenMatches(server.app)).toBe(0)
    const stored = await server.app.db
      .selectFrom('match_player_points')
      .select('rank')
      .where('match_id', '=', match.id)
      .execute()
    expect(stored).toHaveLength(3)
    expect(await screen(match.id)).toMatchObject({ ranking: [], result: { source: null, reason: null, voters: null } })
    expect(await points(match.id)).toEqual([])
    expect(await engine(match.id, fans[0] ?? admin)).toMatchObject({
      count: 0,
      unique_voters: 0,
      source: null,
      playerPoints: [],
    })
    expect(await engine(match.id, admin)).toMatchObject({ count: 3, unique_voters: 12, source: 'votes' })
    expect(await seasonOf(match.playerIds[0])).toBeUndefined()
    const history = await call(server, 'GET', `/api/rpc/get_player_complete_history?p_player_id=${match.playerIds[0]}`)
    expect(history.json().items).toEqual([])
  })

  test('ranks stay hidden in the hour after the whistle, to the last minute', async () => {
    const match = await votedMatch(12)
    await finishMatch(server.app.db, match.id, server.clock.now())
    server.clock.advance(59 * MINUTE_MS)
    // They are stored already, for the operator. The test proves that they are hidden.
    await rankOpenMatches(server.app)
    await publishDue(server.app)
    expect(await points(match.id)).toEqual([])
    const { items } = (
      await call(server, 'GET', `/api/rpc/get_player_complete_history?p_player_id=${match.playerIds[0]}`)
    ).json()
    expect(items[0]).toMatchObject({ points: 0, rank: null, source: null })
    server.clock.advance(MINUTE_MS)
    await publishDue(server.app)
    expect(await points(match.id)).toHaveLength(3)
  })
})

describe('when the clock passes the closing', () => {
  test.each([1, 3, 3.77, 1.15])(
    'at coefficient %f points and ranks appear, the season moves by exactly that',
    async (coefficient) => {
      const match = await votedMatch(12, { coefficient, competitionId: 100 + Math.round(coefficient * 100) })
      const [first = 0] = match.playerIds
      const etag = (await call(server, 'GET', '/api/rpc/get_season_ranking_corrected')).headers.etag
      await close(match)
      const { ranking, result } = await screen(match.id)
      expect(result).toMatchObject({ source: 'votes', reason: null, voters: 12 })
      expect(ranking.map(({ player_id, rank }: { player_id: number; rank: number }) => [player_id, rank])).toEqual(
        match.playerIds.slice(0, 3).map((id, index) => [id, index + 1]),
      )
      expect(await seasonOf(first)).toMatchObject({
        total_points: expectedTopPoints(coefficient),
        wins: 1,
        podiums: 1,
        matches_played: 1,
      })
      expect((await call(server, 'GET', '/api/rpc/get_season_ranking_corrected')).headers.etag).not.toBe(etag)
    },
  )

  test('a ballot of the last seconds does not hide the result', async () => {
    const match = await votedMatch(11)
    await finishMatch(server.app.db, match.id, server.clock.now())
    await server.app.bus.publish('matches', { ids: [match.id] })
    await rankOpenMatches(server.app)
    const [late] = fans.slice(11)
    if (late !== undefined) await cast(server, late, match.id, match.playerIds.slice(0, 3))
    expect((await screen(match.id)).ranking).toEqual([])
    server.clock.advance(60 * MINUTE_MS)
    // The pass of the ranks comes before the one of the results.
    expect(await rankOpenMatches(server.app)).toBe(0)
    expect(await publishDue(server.app)).toMatchObject({ processed: 1 })
    const { ranking, result } = await screen(match.id)
    expect([ranking.length, result.voters]).toEqual([3, 12])
  })

  test('a whistle that is withdrawn while the ranking waits for its match keeps the vote open', async () => {
    const { db } = server.app
    const match = await votedMatch(10)
    await finishMatch(db, match.id, new Date(server.clock.now().getTime() - 60 * MINUTE_MS))
    const ranking = await db.transaction().execute(async (tx) => {
      const now = server.clock.now()
      const inPlay = { status: 'live', minute: 91, finished_at: null, votes_close_at: null, reopened_at: now } as const
      await tx
        .updateTable('matches')
        .set({ ...inPlay, votes_open: true })
        .where('id', '=', match.id)
        .execute()
      const begun = rankStoredMatch(server.app, match.id)
      await expect.poll(() => lockWaits(db)).toBe(1)
      return { begun }
    })
    expect(await ranking.begun).toMatchObject({ published: false })
    expect(await storedMatch(match.id)).toMatchObject({ published_at: null, votes_open: true })
  })

  test('a second match adds to the first', async () => {
    const [one, two] = [await votedMatch(12), await votedMatch(12)]
    const [first = 0] = one.playerIds
    await close(one)
    const lineup = server.app.db.updateTable('match_lineups').set({ player_id: first }).where('match_id', '=', two.id)
    await lineup.where('player_id', '=', two.playerIds[5] ?? 0).execute()
    await server.app.bus.publish('lineups', { ids: [two.id] })
    for (const fan of fans) await cast(server, fan, two.id, [first, two.playerIds[1], two.playerIds[2]])
    await close(two)
    expect(await seasonOf(first)).toMatchObject({ total_points: 600, wins: 2, podiums: 2, matches_played: 2 })
  })

  test('ranking again changes nothing, no matter who requests it', async () => {
    const match = await votedMatch(12)
    await close(match)
    const before = [await storedMatch(match.id), await points(match.id), await seasonOf(match.playerIds[0])]
    server.clock.advance(MINUTE_MS)
    expect(await publishDue(server.app)).toBeNull()
    expect(await engine(match.id, fans[0] ?? admin)).toMatchObject({ count: 3, unique_voters: 12, source: 'votes' })
    await Promise.all([engine(match.id, admin), engine(match.id, admin), publishDue(server.app)])
    const after = [await storedMatch(match.id), await points(match.id), await seasonOf(match.playerIds[0])]
    expect(after).toEqual([{ ...before[0], ranked_at: expect.any(Date) }, before[1], before[2]])
  })
})

describe('under ten ballots', () => {
  test('the official ratings rank, without players who have none or did not play', async () => {
    const match = await votedMatch(9, { rating: null })
    const [a = 0, b = 0, c = 0, benched = 0] = match.playerIds
    for (const [id, rating, minutes] of [
      [a, 6.5, 90],
      [b, 8.1, 90],
      [c, 8.1, null],
      [benched, 9.9, 0],
    ] as const) {
      const change = server.app.db.updateTable('match_lineups').set({ rating, minutes_played: minutes })
      await change.where('match_id', '=', match.id).where('player_id', '=', id).execute()
    }
    await close(match)
    const { ranking, result } = await screen(match.id)
    expect(result).toMatchObject({ source: 'ratings_fallback', voters: 9 })
    expect(
      ranking.map((row: { player_id: number; rank: number; points: number }) => [row.player_id, row.rank, row.points]),
    ).toEqual([
      [b, 1, 300],
      [c, 1, 300],
      [a, 3, 210],
    ])
  })

  test.each([
    ['by itself', (match: BuiltMatch) => close(match)],
    [
      'when the operator’s call comes first',
      async (match: BuiltMatch) => {
        await finishMatch(server.app.db, match.id, server.clock.now())
        await server.app.bus.publish('matches', { ids: [match.id] })
        server.clock.advance(60 * MINUTE_MS)
        await screen(match.id)
        await engine(match.id, admin)
      },
    ],
  ])('without ratings there are no points, and the match says why: %s', async (_name, end) => {
    const match = await votedMatch(9, { rating: null })
    await end(match)
    expect(await screen(match.id)).toMatchObject({
      ranking: [],
      result: { source: null, reason: 'no_ratings', voters: 9 },
    })
    expect(await seasonOf(match.playerIds[0])).toBeUndefined()
  })
})

test('a struck player counts, with their stored name', async () => {
  const match = await votedMatch(12)
  const [gone = 0] = match.playerIds
  await server.app.db.deleteFrom('match_lineups').where('player_id', '=', gone).execute()
  await close(match)
  const [first] = (await screen(match.id)).ranking
  expect(first).toMatchObject({ player_id: gone, player_name: `Joueur ${gone}`, rank: 1, points: 300 })
  expect(await seasonOf(gone)).toMatchObject({ total_points: 300, matches_played: 1 })
})

describe('a match that cannot be ranked', () => {
  const other = () => buildMatch(server.app.db)
  const isOut = async ({ id }: BuiltMatch) => (await storedMatch(id)).published_at !== null
  const askedSince = (count: number) => server.asked.slice(count).filter((url) => url.includes('ids=')).length

  /** Makes the database refuse all rankings of some matches, until the returned function is called. */
  async function breakRanking(...matches: readonly BuiltMatch[]): Promise<() => Promise<unknown>> {
    const { db } = server.app
    const ids = sql.lit(`{${matches.map(({ id }) => id).join(',')}}`)
    await sql`CREATE FUNCTION refuse_ranking() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'no ranking'; END $$`.execute(db)
    await sql`CREATE TRIGGER refuse_ranking BEFORE UPDATE OF ranked_at ON matches FOR EACH ROW
      WHEN (NEW.id = ANY (${ids}::bigint[])) EXECUTE FUNCTION refuse_ranking()`.execute(db)
    return () => sql`DROP FUNCTION refuse_ranking CASCADE`.execute(db)
  }

  async function whistle(match: BuiltMatch): Promise<void> {
    await finishMatch(server.app.db, match.id, new Date(server.clock.now().getTime() - 60 * MINUTE_MS))
  }

  test('waits longer after each failure, asks the provider no more than that, and is published once it can be', async () => {
    const logged = vi.spyOn(server.app.log, 'error')
    const pauses = new RetryPauses(server.clock)
    const match = await other()
    const mend = await breakRanking(match)
    await whistle(match)
    const before = server.asked.length
    for (let seconds = 0; seconds < 60; seconds += 2) {
      await publishDue(server.app, { pauses })
      server.clock.advance(2_000)
    }
    // At once, and after 6, 16 and 36 s.
    expect(logged.mock.calls.filter(([, message]) => message === 'match could not be ranked')).toHaveLength(4)
    expect(askedSince(before)).toBe(4)
    await mend()
    server.clock.advance(MINUTE_MS)
    expect(await publishDue(server.app, { pauses })).toMatchObject({ processed: 1 })
    expect(await isOut(match)).toBe(true)
    logged.mockRestore()
  })

  test('delays no other, however many of them there are, and is tried at once by hand', async () => {
    const pauses = new RetryPauses(server.clock)
    const failing = await Promise.all(Array.from({ length: 51 }, other))
    const mend = await breakRanking(...failing)
    for (const match of failing) await whistle(match)
    await publishDue(server.app, { pauses })
    const good = await other()
    await whistle(good)
    await publishDue(server.app, { pauses })
    expect(await isOut(good)).toBe(true)
    await mend()
    const [first] = failing
    // Each pass asks for the ratings of forty.
    for (let pass = 0; pass < 2; pass += 1) await publishDue(server.app, { startedBy: 'hand' })
    expect(first !== undefined && (await isOut(first))).toBe(true)
  })

  test('is not retried for a while even if its vote is open', async () => {
    const logged = vi.spyOn(server.app.log, 'error')
    const pauses = new RetryPauses(server.clock)
    const match = await votedMatch(3)
    const mend = await breakRanking(match)
    for (let pass = 0; pass < 3; pass += 1) await rankOpenMatches(server.app, pauses)
    expect(logged).toHaveBeenCalledTimes(1)
    await mend()
    server.clock.advance(5_000)
    expect(await rankOpenMatches(server.app, pauses)).toBeGreaterThan(0)
    expect((await storedMatch(match.id)).ranked_changes).toBeGreaterThan(0)
    logged.mockRestore()
  })
})
