import { HOUR_MS } from '@tribune/domain/common/instant.ts'
import { DEMO_MATCH_ID } from '@tribune/domain/matches/demo-match.ts'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { call, refusalOf, type TestServer } from '../../../testing/app.ts'
import { type BuiltMatch, buildMatch } from '../../../testing/builders.ts'
import { twoServersForFile } from '../../../testing/for-file.ts'
import { OPERATOR } from '../../../testing/people.ts'
import { schedulerPostft } from '../../feed/publication/jobs.ts'
import { rebuildSeason } from '../../season/season-ranking/service.ts'
import { publishDueMatches } from '../rankings/service.ts'
import { workOnRecalculation } from './jobs.ts'
import { nextMatches, runUnderWay, tickOff } from './queries.ts'
import { recalculateBatch, startRecalculation } from './service.ts'

const COEFFICIENT = 3
const both = twoServersForFile()
let server: TestServer
let second: TestServer
let cookie: string
beforeAll(() => {
  ;({ server, second } = both)
  cookie = both.admin.cookie
})
beforeEach(async () => {
  await sql`TRUNCATE matches, players_ref, available_competitions, recalculations, season_player_points CASCADE`.execute(
    server.app.db,
  )
  await server.app.bus.publish('reset', {})
})

/** Published matches, the newest first, each won by its own player. */
async function published(count: number): Promise<BuiltMatch[]> {
  const { app, clock } = server
  const matches: BuiltMatch[] = []
  for (let index = 0; index < count; index += 1) {
    const kickoffAt = new Date(clock.now().getTime() - (4 + index) * HOUR_MS)
    const finishedAt = new Date(kickoffAt.getTime() + 2 * HOUR_MS)
    const sketch = {
      status: 'finished',
      finishedAt,
      kickoffAt,
      rating: 7,
      players: 2,
      coefficient: COEFFICIENT,
    } as const
    matches.push(await buildMatch(app.db, sketch))
  }
  await publishDueMatches(app, { season: 'later' })
  await rebuildSeason(app)
  return matches
}

const ask = (path: string, body: object) => call(server, 'POST', path, { cookie, body })
const start = (scope = 'all', rest_of?: string) => ask('/api/functions/recalculate-matches', { scope, rest_of })
const stop = () => ask('/api/functions/stop-recalculation', {})
const state = async () => (await call(server, 'GET', '/api/operator_recalculation', { cookie })).json()
const setCoefficient = (coefficient: number) => ask('/api/rpc/set_competition_cc', { id: 61, coefficient })
const work = (on = server, ending?: AbortSignal) =>
  workOnRecalculation(on.app, { pauseMs: 0, ...(ending === undefined ? {} : { ending }) })
const tops = async () => {
  const { rows } = await sql<{ points: number }>`
    SELECT DISTINCT points FROM match_player_points WHERE rank = 1 ORDER BY points`.execute(server.app.db)
  return rows.map(({ points }) => points)
}
const seasonRows = async () => {
  const { rows } = await sql`
    SELECT player_id, total_points, wins, podiums, matches_played, rank FROM season_player_points ORDER BY player_id`.execute(
    server.app.db,
  )
  return rows
}
/** Counts how often each match is ranked from now on. */
async function countRankings(): Promise<() => Promise<Record<string, number>>> {
  await sql`CREATE TABLE IF NOT EXISTS rankings_seen (match_id bigint)`.execute(server.app.db)
  await sql`TRUNCATE rankings_seen`.execute(server.app.db)
  await sql`CREATE OR REPLACE FUNCTION see_ranking() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN INSERT INTO rankings_seen VALUES (NEW.id); RETURN NEW; END $$`.execute(server.app.db)
  await sql`CREATE OR REPLACE TRIGGER rankings_are_seen AFTER UPDATE OF ranked_at ON matches FOR EACH ROW
    EXECUTE FUNCTION see_ranking()`.execute(server.app.db)
  return async () => {
    const { rows } = await sql<{ match_id: number; times: number }>`
      SELECT match_id, count(*)::integer AS times FROM rankings_seen GROUP BY match_id`.execute(server.app.db)
    return Object.fromEntries(rows.map(({ match_id, times }) => [match_id, times]))
  }
}
const each = (matches: readonly BuiltMatch[], times: number) => Object.fromEntries(matches.map(({ id }) => [id, times]))

describe('a changed coefficient', () => {
  test('marks published matches and moves no published point; undone, it marks none', async () => {
    await published(3)
    const before = await seasonRows()
    await setCoefficient(2)
    expect(await state()).toMatchObject({ marked: 3, finished: 3 })
    expect([await tops(), await seasonRows()]).toEqual([[300], before])
    await setCoefficient(COEFFICIENT)
    expect(await state()).toMatchObject({ marked: 0 })
  })

  test('is followed from input to badge, mark, recalculation and season', async () => {
    const [match] = await published(1)
    const matchId = match?.id ?? 0
    await setCoefficient(2.5)
    const badge = (await call(server, 'GET', `/api/home_fixtures/${matchId}`)).json().competition_coefficient
    expect([badge, (await state()).marked, await tops()]).toEqual([2.5, 1, [300]])
    expect((await start('marked')).json()).toMatchObject({ joined: false, run: { scope: 'marked', total: 1 } })
    expect(await work()).toBe(1)
    const season = (await call(server, 'GET', '/api/rpc/get_season_ranking_corrected')).json().items
    expect([await tops(), season[0].total_points, (await state()).marked]).toEqual([[250], 250, 0])
  })

  test('does not reach published points when ratings are read again', async () => {
    const [match] = await published(1)
    await setCoefficient(2)
    await schedulerPostft(server.app, [match?.id ?? 0])
    expect([await tops(), (await state()).marked]).toEqual([[300], 1])
  })

  test('is taken by recalculating that match, which the journal shows', async () => {
    const [match] = await published(2)
    await setCoefficient(2)
    const answer = await ask('/api/functions/ranking-engine', { match_id: match?.id })
    expect(answer.json()).toMatchObject({
      count: 2,
      source: 'ratings_fallback',
      playerPoints: [{ rank: 1, points: 200 }, {}],
    })
    expect((await state()).marked).toBe(1)
    const subject = `match:${match?.id}`
    const { items } = (await call(server, 'GET', `/api/operator_journal?subject=${subject}`, { cookie })).json()
    expect(items).toMatchObject([{ action: 'match_ranked', before: { top_points: 300 }, after: { top_points: 200 } }])
  })

  test.each([['text'], [-3], ['9'.repeat(30)], [1.5], [null], [''], [{}]])(
    'is not taken by a match with the id %j',
    async (id) => {
      const answer = await ask('/api/functions/ranking-engine', { match_id: id })
      expect(refusalOf(answer)).toEqual([400, 'invalid_match_id'])
    },
  )
})

describe('a recalculation of all matches', () => {
  test('takes the finished ones, newest first, five at a time', async () => {
    const matches = await published(7)
    await buildMatch(server.app.db, { status: 'live' })
    await start()
    const run = (await runUnderWay(server.app.db)) ?? expect.fail()
    const order = matches.map(({ id }) => id)
    expect(await nextMatches(server.app.db, run.id, 5)).toEqual(order.slice(0, 5))
    await recalculateBatch(server.app, run)
    expect(await nextMatches(server.app.db, run.id, 5)).toEqual(order.slice(5))
    expect((await state()).run).toMatchObject({ state: 'running', total: 7, done: 5, failed: 0 })
  })

  test('leaves the demo match out, of the count and of the marked ones too', async () => {
    const { db } = server.app
    const [match] = await published(2)
    await sql`
      INSERT INTO matches SELECT (jsonb_populate_record(m, jsonb_build_object('id', ${DEMO_MATCH_ID}::integer))).*
      FROM matches m WHERE m.id = ${match?.id}`.execute(db)
    await setCoefficient(2)
    expect(await state()).toMatchObject({ marked: 2, finished: 2 })
    expect((await start()).json()).toMatchObject({ run: { total: 2 } })
    const run = (await runUnderWay(db)) ?? expect.fail()
    expect(await nextMatches(db, run.id, 5)).not.toContain(DEMO_MATCH_ID)
    await work()
    expect(await state()).toMatchObject({ marked: 0, run: { state: 'done', done: 2 } })
    await sql`UPDATE matches SET coefficient = 7 WHERE id = ${DEMO_MATCH_ID}`.execute(db)
    expect(refusalOf(await start('marked'))).toEqual([404, 'no_marked_match'])
  })

  test('keeps the set of its start: later matches are not in it', async () => {
    await published(2)
    await start()
    await published(1)
    await work()
    expect((await state()).run).toMatchObject({ state: 'done', total: 2, done: 2, remaining_ms: null })
  })

  test('updates the season with each batch', async () => {
    await published(7)
    await setCoefficient(1)
    await start()
    await recalculateBatch(server.app, (await runUnderWay(server.app.db)) ?? expect.fail())
    const totals = ((await seasonRows()) as { total_points: number }[]).map((row) => row.total_points)
    expect(totals.filter((points) => points === 100)).toHaveLength(10)
    expect(totals.filter((points) => points === 300)).toHaveLength(4)
  })

  test('is joined by a second start, from any server', async () => {
    await published(2)
    const starts = await Promise.all(
      [server, second].map(({ app }) => startRecalculation(app, OPERATOR, { scope: 'all' })),
    )
    expect(starts.map(({ joined }) => joined).toSorted()).toEqual([false, true])
    expect(starts[0]?.run.id).toBe(starts[1]?.run.id)
    expect((await start('marked')).json()).toMatchObject({ joined: true, run: { scope: 'all', total: 2 } })
  })

  test('continues where a stopped server left off, each match once, and the season equals a recount', async () => {
    const matches = await published(23)
    await setCoefficient(2)
    const rankings = await countRankings()
    await start()
    const done = async () => (await state()).run?.done ?? 0
    // A server that still hears of the other's last batch ends before its own first one.
    for (let turn = 0; (await done()) < 15 && turn < 30; turn += 1) {
      const on = turn % 2 === 0 ? server : second
      const ending = new AbortController()
      const off = on.app.bus.on('season', () => ending.abort())
      await work(on, ending.signal)
      off()
    }
    expect((await state()).run).toMatchObject({ state: 'running', done: 15 })
    await work(second)
    expect((await state()).run).toMatchObject({ state: 'done', done: 23, failed: 0 })
    expect(await rankings()).toEqual(each(matches, 1))
    const previous = await seasonRows()
    await rebuildSeason(server.app)
    expect([await tops(), await seasonRows()]).toEqual([[200], previous])
  })

  test('ranks each match once when two servers work at it together', async () => {
    const matches = await published(40)
    const rankings = await countRankings()
    await start()
    await Promise.all([work(server), work(second)])
    expect((await state()).run).toMatchObject({ state: 'done', done: 40 })
    expect(await rankings()).toEqual(each(matches, 1))
  })

  test('repeats what a server did not commit, and nothing else', async () => {
    const matches = await published(6)
    const rankings = await countRankings()
    await start()
    const run = (await runUnderWay(server.app.db)) ?? expect.fail()
    const [first] = matches
    // As when the process dies before its commit: PostgreSQL rolls it back.
    const dying = server.app.db.transaction().execute(async (tx) => {
      await tickOff(tx, run.id, first?.id ?? 0)
      throw new Error('killed')
    })
    await expect(dying).rejects.toThrow('killed')
    await recalculateBatch(server.app, run)
    await work(second)
    expect(await rankings()).toEqual(each(matches, 1))
  })

  test('heals the season of a server that died between its matches and their season', async () => {
    await published(6)
    await setCoefficient(2)
    await start()
    const { db } = server.app
    const run = (await runUnderWay(db)) ?? expect.fail()
    await recalculateBatch(server.app, run)
    await sql`UPDATE season_player_points SET total_points = 1`.execute(db)
    await work(second)
    const previous = await seasonRows()
    await rebuildSeason(server.app)
    expect(await seasonRows()).toEqual(previous)
    expect(new Set((previous as { total_points: number }[]).map((row) => row.total_points))).toEqual(new Set([200]))
  })

  test('stops between two batches when asked, with a season that equals a recount', async () => {
    await published(12)
    await setCoefficient(2)
    await start()
    await recalculateBatch(server.app, (await runUnderWay(server.app.db)) ?? expect.fail())
    expect((await stop()).json()).toMatchObject({ run: { state: 'stopping', done: 5 } })
    expect(refusalOf(await stop())).toEqual([409, 'no_recalculation'])
    await work(second)
    expect(await state()).toMatchObject({ marked: 7, run: { state: 'stopped', done: 5, total: 12 } })
    const previous = await seasonRows()
    await rebuildSeason(server.app)
    expect(await seasonRows()).toEqual(previous)
    expect((await start('marked')).json()).toMatchObject({ joined: false, run: { total: 7 } })
  })

  test('counts and lists failures, and goes on', async () => {
    const matches = await published(7)
    const [gone, broken] = [matches[1]?.id ?? 0, matches[3]?.id ?? 0]
    await start()
    await server.app.db.deleteFrom('matches').where('id', '=', gone).execute()
    await sql`CREATE OR REPLACE FUNCTION refuse_points() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'these points are refused'; END $$`.execute(server.app.db)
    await sql
      .raw(`CREATE TRIGGER points_are_refused BEFORE UPDATE ON matches FOR EACH ROW WHEN (NEW.id = ${broken})
      EXECUTE FUNCTION refuse_points()`)
      .execute(server.app.db)
    await work()
    await sql`DROP TRIGGER points_are_refused ON matches`.execute(server.app.db)
    expect((await state()).run).toMatchObject({
      state: 'done',
      done: 5,
      failed: 2,
      failures: [
        { match_id: gone, code: 'match_not_found', detail: 'Ce match n’existe pas.' },
        { match_id: broken, code: 'internal', detail: expect.stringContaining('these points are refused') },
      ],
    })
  })

  test('continues with the matches that a stopped run left, each once, and never with those of another run', async () => {
    await published(12)
    await setCoefficient(4)
    await start()
    const run = await runUnderWay(server.app.db)
    if (run === undefined) throw new Error('no recalculation')
    await recalculateBatch(server.app, run)
    expect(refusalOf(await start('all', crypto.randomUUID()))).toEqual([200, undefined])
    await stop()
    await work()
    expect(refusalOf(await start('all', crypto.randomUUID()))).toEqual([409, 'no_recalculation'])
    const counted = await countRankings()
    const rest = await start('all', run.id)
    expect(rest.json()).toMatchObject({ joined: false, run: { total: 7, done: 0 } })
    await work()
    expect(Object.values(await counted())).toEqual(Array(7).fill(1))
    expect(await tops()).toEqual([400])
    expect(await state()).toMatchObject({ marked: 0, run: { state: 'done', done: 7, total: 7 } })
    for (const id of [run.id, rest.json().run.id])
      expect(refusalOf(await start('all', id))).toEqual([409, 'no_recalculation'])
  })

  test('is journalled at its start and its stop, by name of the operator', async () => {
    await published(1)
    const { run } = (await start()).json()
    await start()
    await stop()
    const { items } = (
      await call(server, 'GET', `/api/operator_journal?subject=recalculation:${run.id}`, { cookie })
    ).json()
    expect(items).toMatchObject([
      { action: 'recalculation_stopped', before: { state: 'running' }, after: { state: 'stopping' } },
      { action: 'recalculation_started', after: { scope: 'all', matches: 1 } },
    ])
  })

  test.each([
    ['all', 'no_finished_match'],
    ['marked', 'no_marked_match'],
  ])('of no match at all is refused: %s', async (scope, code) => {
    expect(refusalOf(await start(scope))).toEqual([404, code])
    expect((await state()).run).toBeNull()
  })

  test('is one job in the queue, however often it is asked for', async () => {
    await published(1)
    await server.app.jobs.open(['recalculation'])
    await start()
    await start()
    await stop()
    const { rows } = await sql`SELECT state FROM pgboss.job WHERE name = 'recalculation'`.execute(server.app.db)
    expect(rows).toEqual([{ state: 'created' }])
  })
})

test('each of a hundred matches is ranked once, even if the server changes twice during the run', async () => {
  const matches = await published(100)
  await setCoefficient(1.5)
  const rankings = await countRankings()
  await start()
  for (const on of [server, second]) {
    const ending = new AbortController()
    let batches = 0
    const off = on.app.bus.on('season', () => {
      batches += 1
      if (batches === 4) ending.abort()
    })
    await work(on, ending.signal)
    off()
  }
  await work(server)
  expect((await state()).run).toMatchObject({ state: 'done', done: 100, failed: 0 })
  expect(await rankings()).toEqual(each(matches, 1))
  const previous = await seasonRows()
  await rebuildSeason(server.app)
  expect([await tops(), await seasonRows()]).toEqual([[150], previous])
})
