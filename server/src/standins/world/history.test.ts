import { isVoteOpen } from '@tribune/domain/ballots/voting-window.ts'
import { DAY_MS, MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { MINUTE_LIMIT } from '@tribune/football/simulator/wire/answer.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { readTally, rebuildTally } from '../../features/ballots/tally/queries.ts'
import { ingestCompetitions, ingestDetails, ingestMatches } from '../../features/feed/ingestion/service.ts'
import { call, startTestServer, type TestServer } from '../../testing/app.ts'
import { addPastSeason, beginHistory, fillHistory } from './history.ts'
import { castPastBallots } from './past-ballots.ts'
import type { DemoPeople } from './people.ts'
import { prepareWorld } from './prepare.ts'

/** Well behind: their ratings are corrected no more. */
const PAST = [-3, -4]
/** Noon, so that no day ends during the tests. */
const NOON = `${new Date().toISOString().slice(0, 10)}T12:00:00Z`
const start = () => startTestServer(inject('databaseUrl'), { feedTimeoutMs: 60_000, at: NOON })

let server: TestServer
let people: DemoPeople
beforeAll(async () => {
  server = await start()
  people = (await prepareWorld(server.app, () => {})) as DemoPeople
}, 120_000)
afterAll(() => server.close())

const dayOf = ({ clock }: TestServer, day: number) =>
  new Date(clock.now().getTime() + day * DAY_MS).toISOString().slice(0, 10)

/** The rows of some days, without whose ballots they are. */
async function rowsOf({ app, ...others }: TestServer) {
  const days = PAST.map((day) => dayOf({ app, ...others }, day))
  const matches = (await app.db.selectFrom('matches').selectAll().orderBy('id').execute()).filter(({ match_date }) =>
    days.includes(match_date.toISOString().slice(0, 10)),
  )
  const ids = matches.map(({ id }) => id)
  const points = await app.db
    .selectFrom('match_player_points')
    .select(['match_id', 'player_id', 'rank', 'points', 'total_votes', 'unique_voters', 'source'])
    .where('match_id', 'in', ids)
    .orderBy('match_id')
    .orderBy('player_id')
    .execute()
  const results = matches.map(({ id, status, voters, ranking_source }) => [id, status, voters, ranking_source])
  return { ids, results, points }
}

const read = async (path: string) => (await call(server, 'GET', path)).json()

test('the first visitor finds an open vote and a season, both marked as being filled in', async () => {
  const home = await read('/api/rpc/get_home_matches?window_past_minutes=10080&window_future_minutes=10080')
  const ranking = await read('/api/rpc/get_season_ranking_corrected')
  expect(home.items.some((match: Parameters<typeof isVoteOpen>[0]) => isVoteOpen(match, server.clock.now()))).toBe(true)
  expect(ranking.total).toBeGreaterThan(0)
  expect([home.filling, ranking.filling]).toEqual([true, true])
  const older = server.app.db.selectFrom('matches').select('id')
  const dayBefore = new Date(`${dayOf(server, -1)}T00:00:00Z`)
  expect(await older.where('match_date', '<', dayBefore).execute()).toEqual([])
})

test('a filling that was killed halfway ends with the same rows, its tallies equal to a recount', async () => {
  const { crowd } = people
  await beginHistory(server.app, { crowd, days: PAST, onProgress: () => {} })
  const killed = await start()
  const { app } = killed
  const its = { crowd: ((await prepareWorld(app, () => {})) as DemoPeople).crowd, onProgress: () => {} }
  // Killed while it read records: of one day a few are there, their ballots with them, and no result.
  await ingestCompetitions(app)
  const reported = await app.feed.matchesOn(dayOf(killed, PAST[0] ?? 0))
  await ingestMatches(app, reported)
  await ingestDetails(app, await app.feed.matchesByIds(reported.slice(0, 10).map(({ id }) => id)))
  // Without the people of the demonstration no one votes.
  expect(await castPastBallots(app, [])).toBe(0)
  await castPastBallots(app, its.crowd)
  // The next start, ended between two days.
  await expect(beginHistory(app, { ...its, days: PAST, signal: endedAfter(app.backfill, 1) })).rejects.toThrow(
    'The product stops',
  )
  await beginHistory(app, { ...its, days: PAST })
  const [whole, again] = [await rowsOf(server), await rowsOf(killed)]
  expect(again).toEqual(whole)
  expect(whole.points.length).toBeGreaterThan(500)
  expect(whole.results.some(([, , voters]) => Number(voters) > 0)).toBe(true)
  for (const id of again.ids) {
    const running = await readTally(app.db, id)
    await rebuildTally(app.db, id)
    expect(await readTally(app.db, id)).toEqual(running)
  }
  await killed.close()
}, 240_000)

/** Aborts once so many days have begun. */
function endedAfter(backfill: TestServer['app']['backfill'], days: number): AbortSignal {
  const stop = new AbortController()
  const inTurn = backfill.inTurn.bind(backfill)
  let left = days
  backfill.inTurn = (work) => {
    left -= 1
    if (left === 0) stop.abort(new Error('The product stops'))
    return inTurn(work)
  }
  return stop.signal
}

test('the demonstration has a finished season with a ranking and a champion, besides the open one', async () => {
  await addPastSeason(server.app)
  await addPastSeason(server.app)
  const { items } = await read('/api/seasons')
  expect(items).toMatchObject([
    { open: true, champions: [] },
    { open: false, champions: expect.arrayContaining([expect.objectContaining({ player_id: expect.any(Number) })]) },
  ])
  const [open, past] = items
  expect(new Date(past.ends_on).getTime() + DAY_MS).toBe(new Date(open.starts_on).getTime())
  const ranking = await read(`/api/rpc/get_season_ranking_corrected?p_season=${past.id}`)
  expect(ranking.total).toBeGreaterThan(100)
  expect(ranking.items[0]).toMatchObject({ rank: 1, player_id: past.champions[0].player_id })
}, 120_000)

test('an installation whose days were filled before there was a past season gets one at its next start', async () => {
  const { db, backfill } = server.app
  await sql`DELETE FROM season_rank_history`.execute(db)
  await sql`DELETE FROM season_player_points WHERE season_id IN (SELECT id FROM seasons WHERE closed_at IS NOT NULL)`.execute(
    db,
  )
  await sql`DELETE FROM seasons WHERE closed_at IS NOT NULL`.execute(db)
  await server.app.bus.publish('season', {})
  await db.insertInto('function_claims').values({ name: 'world-history', claimed_at: server.clock.now() }).execute()
  await prepareWorld(server.app, () => {})
  expect(backfill.underWay).toBe(true)
  // Its days are filled: the night finds nothing that it has not read.
  server.simulator.faults.add({ kind: 'no_content', path: '/fixtures' })
  const { crowd } = people
  await fillHistory(server.app, { crowd, onProgress: () => {} })
  expect((await read('/api/seasons')).items.map(({ open }: { open: boolean }) => open)).toEqual([true, false])
  await prepareWorld(server.app, () => {})
  expect(backfill.underWay).toBe(false)
}, 120_000)

test('past ballots were cast within the voting window of their match, over several hours and by people who had joined', async () => {
  const { rows } = await sql<{ hours: number; ballots: number; astray: number; early: number }>`
    SELECT count(DISTINCT date_trunc('hour', v.created_at))::integer AS hours, count(*)::integer AS ballots,
      (count(*) FILTER (WHERE v.created_at < m.match_date + interval '60 minutes' OR v.created_at > m.votes_close_at
        OR v.updated_at <> v.created_at))::integer AS astray,
      (count(*) FILTER (WHERE u.created_at > v.created_at))::integer AS early
    FROM votes v JOIN matches m ON m.id = v.match_id JOIN auth."user" u ON u.id = v.user_id`.execute(server.app.db)
  expect(rows[0]).toMatchObject({ astray: 0, early: 0 })
  expect(rows[0]?.hours).toBeGreaterThan(12)
  expect(rows[0]?.ballots).toBeGreaterThan(100)
})

test('filling waits when the provider’s calls of a minute run out, and reads no day twice', async () => {
  const { app, asked, clock, simulator } = server
  clock.advance(MINUTE_MS)
  await ingestCompetitions(app)
  // All calls of the minute but those that the filling begins with.
  for (let left = MINUTE_LIMIT - 2; left > 0; left -= 1) await app.feed.matchesOn(dayOf(server, 40))
  const waits: number[] = []
  const reported: string[] = []
  simulator.faults.clear()
  const before = asked.length
  await beginHistory(app, {
    crowd: people.crowd,
    days: [-5, -6],
    onProgress: (text) => reported.push(text),
    wait: async <Value>(ms = 0, value?: Value) => {
      waits.push(ms)
      clock.advance(ms)
      return value as Value
    },
  })
  expect(waits).toEqual([MINUTE_MS])
  expect(reported).toEqual(['history: waiting a minute for the provider'])
  const days = asked.slice(before).filter((path) => path.includes('date='))
  expect(days).toHaveLength(2)
})

test('publication waits for the day that is being filled in', async () => {
  const { backfill } = server.app
  const order: string[] = []
  let ended = () => {}
  const day = backfill.inTurn(async () => {
    await new Promise<void>((done) => {
      ended = done
    })
    order.push('day')
    throw new Error('a day that fails does not keep publication away')
  })
  const publication = backfill.inTurn(async () => order.push('publication'))
  await Promise.resolve()
  ended()
  await expect(day).rejects.toThrow()
  await publication
  expect(order).toEqual(['day', 'publication'])
})

test('makes accounts where the demonstration may have them, and none elsewhere', async () => {
  for (const demoPeople of [false, true]) {
    const server = await startTestServer(inject('databaseUrl'), { config: { demoPeople } })
    const { app, clock } = server
    // As after a first start: the long part is behind.
    const names = ['world-history', 'world-past-season']
    await app.db
      .insertInto('function_claims')
      .values(names.map((name) => ({ name, claimed_at: clock.now() })))
      .execute()
    const people = await prepareWorld(app, () => {})
    const { count } = await app.db
      .selectFrom('auth.user')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow()
    expect([people === null, Number(count) > 0, app.backfill.underWay]).toEqual([!demoPeople, demoPeople, false])
    await server.close()
  }
})

test('people have joined over the season so far, or over a month of one that has just begun, before their first ballot', async () => {
  for (const at of ['2026-11-24T12:00:00Z', '2026-07-03T12:00:00Z']) {
    const server = await startTestServer(inject('databaseUrl'), { at })
    await server.app.db
      .insertInto('function_claims')
      .values({ name: 'world-history', claimed_at: server.clock.now() })
      .execute()
    await prepareWorld(server.app, () => {})
    const users = await server.app.db.selectFrom('auth.user').select('created_at').orderBy('created_at').execute()
    const days = users.map(({ created_at }) => (server.clock.now().getTime() - created_at.getTime()) / DAY_MS)
    expect(Math.min(...days)).toBeGreaterThan(9)
    expect(Math.max(...days)).toBeLessThan(at.startsWith('2026-11') ? 147 : 40)
    expect(new Set(days.map(Math.floor)).size).toBeGreaterThan(12)
    expect(days.filter((age) => age < 30).length).toBeGreaterThan(5)
    await server.close()
  }
})
