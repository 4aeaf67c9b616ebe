import { randomUUID } from 'node:crypto'
import { FeedError, MinuteSpent } from '@tribune/football/feed.ts'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { workOnRecalculation } from '../../features/results/recalculation/jobs.ts'
import { recalculateBatch, startRecalculation } from '../../features/results/recalculation/service.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { call, type TestServer } from '../../testing/app.ts'
import { type BuiltMatch, buildMatch, finishMatch } from '../../testing/builders.ts'
import { twoServersForFile } from '../../testing/for-file.ts'
import { OPERATOR, signInOne } from '../../testing/people.ts'
import { breakOffDeadRuns, type FunctionName, insertOpenRun, runFunction } from './run.ts'

const both = twoServersForFile()
let server: TestServer
let second: TestServer
let cookie: string
let match: BuiltMatch
beforeAll(async () => {
  ;({ server, second } = both)
  cookie = both.admin.cookie
  match = await buildMatch(server.app.db)
  // An empty calendar makes the nightly run short.
  server.simulator.faults.add({ kind: 'no_content', path: '/fixtures' })
})

const runsOf = (name: string) =>
  server.app.db.selectFrom('edge_metrics').selectAll().where('function_name', '=', name).orderBy('id').execute()

/** Valid and invalid calls of each function, with the outcome that is recorded. */
const CALLS: readonly (readonly [FunctionName, 'GET' | 'POST', () => [string, object?], string | null])[] = [
  ['scheduler-realtime', 'GET', () => ['?wait=1'], null],
  ['scheduler-postft', 'POST', () => ['', { match_id: match.id }], null],
  ['scheduler-postft', 'POST', () => ['', { match_id: 999_999 }], 'match_not_found'],
  ['scheduler-nightly', 'POST', () => ['', {}], null],
  ['season-ranking', 'POST', () => ['', {}], null],
  ['ranking-engine', 'POST', () => ['', { match_id: match.id }], null],
  ['ranking-engine', 'POST', () => ['', { match_id: 999_999 }], 'match_not_found'],
]

describe('every run leaves one row, and a refusal leaves none', () => {
  test.each(CALLS)('%s by %s', async (name, method, asked, code) => {
    const before = await runsOf(name)
    const [query, body] = asked()
    const answer = await call(server, method, `/api/functions/${name}${query}`, { cookie, body })
    expect(answer.statusCode).toBe(code === null ? 200 : answer.json().error.code === code && answer.statusCode)
    const added = (await runsOf(name)).slice(before.length)
    const run = { ok: true, error_code: null, error: null, processed: expect.any(Number) }
    expect(added).toMatchObject(code === null ? [run] : [])
  })

  test('a public read is not a run', async () => {
    const count = () => server.app.db.selectFrom('edge_metrics').select('id').execute()
    const before = await count()
    const asked = [
      ['football-api?fn=match_lineups', `&match_id=${match.id}`, 200],
      ['football-api?fn=match_details', '&match_id=999999', 404],
      ['uefa-country-ranking', '?year=2026', 200],
      ['uefa-country-ranking', '?year=2020', 400],
    ] as const
    for (const [name, query, status] of asked) {
      expect((await call(server, 'GET', `/api/functions/${name}${query}`)).statusCode).toBe(status)
    }
    expect(await count()).toEqual(before)
  })

  test.each([
    ['an error of the server', new TypeError('x is undefined'), 'internal', 'TypeError: x is undefined'],
    [
      'no answer of the provider',
      new FeedError('quota_exhausted', 'no call left today'),
      'quota_exhausted',
      'Refusal: feed_unavailable',
    ],
    ['no room', new Refusal('busy'), 'busy', 'Refusal: busy'],
    ['anything thrown', 'a text', 'internal', 'a text'],
    ['a very long story', new Error('é'.repeat(2_000)), 'internal', `Error: ${'é'.repeat(2_000)}`],
  ])('even if it ends with %s', async (_name, cause, code, seen) => {
    const before = await runsOf('season-ranking')
    const run = runFunction(server.app, 'season-ranking', async () => {
      throw cause
    })
    expect(String(await run.catch((error: unknown) => error))).toBe(seen)
    const added = (await runsOf('season-ranking')).slice(before.length)
    const message = cause instanceof Error ? cause.message : cause
    expect(added).toMatchObject([{ ok: false, error_code: code, error: message.slice(0, 500) }])
  })

  test('are listed for the operator, newest first', async () => {
    const url = '/api/edge_metrics?limit=3'
    const { items } = (await call(server, 'GET', url, { cookie })).json()
    expect(items).toHaveLength(3)
    expect(items.map((row: { created_at: string }) => row.created_at)).toEqual(
      items
        .map((row: { created_at: string }) => row.created_at)
        .toSorted()
        .reverse(),
    )
  })
})

test('the ranking engine reports an invalid match id', async () => {
  const fan = await signInOne(server)
  for (const match_id of ['abc', 0, -1, 1.5, null, {}, '1;drop', undefined]) {
    const answer = await call(server, 'POST', '/api/functions/ranking-engine', {
      cookie: fan.cookie,
      body: { match_id },
    })
    expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'invalid_match_id'])
  }
})

test.each([
  ['is not a warning if we held a call back', new MinuteSpent('no call left this minute', new Date()), 0],
  ['is one where the provider refused a call', new FeedError('rate_limited', 'too many requests', new Date()), 1],
])('a run that ends with the calls of its minute %s', async (_how, cause, warnings) => {
  const { db, log } = server.app
  const child = log.child({})
  const warned = vi.spyOn(child, 'warn')
  vi.spyOn(log, 'child').mockReturnValueOnce(child)
  const before = await runsOf('scheduler-realtime')
  await expect(runFunction({ db, log }, 'scheduler-realtime', () => Promise.reject(cause))).rejects.toThrow(Refusal)
  expect(warned).toHaveBeenCalledTimes(warnings)
  const added = (await runsOf('scheduler-realtime')).slice(before.length)
  expect(added).toMatchObject([{ ok: false, error_code: 'rate_limited' }])
})

describe('an open run', () => {
  beforeEach(async () => {
    await sql`TRUNCATE open_runs, edge_metrics`.execute(server.app.db)
  })

  /** The operator reads at the other server. */
  const listed = async () => {
    const { items } = (await call(second, 'GET', '/api/open_runs', { cookie })).json()
    return items.map((run: { function_name: string }) => run.function_name)
  }
  const ended = () => server.app.db.selectFrom('edge_metrics').selectAll().execute()
  const silentFor = (seconds: number) =>
    sql`UPDATE open_runs SET seen_at = now() - make_interval(secs => ${seconds}), started_at = now() - interval '10 minutes'`.execute(
      server.app.db,
    )

  /** Starts a run by hand that continues until `end` is called. */
  function started(outcome: () => { result: null; processed: number } = () => ({ result: null, processed: 3 })) {
    let end = () => {}
    const held = new Promise<void>((done) => {
      end = done
    })
    const run = runFunction(server.app, 'season-ranking', () => held.then(outcome), 'hand')
    run.catch(() => {})
    return { run, end }
  }

  test('a run by hand is open from its start to its end, on all servers, and leaves one row', async () => {
    const { run, end } = started()
    await expect.poll(listed).toEqual(['season-ranking'])
    expect(await ended()).toEqual([])
    end()
    const { correlationId } = await run
    expect(await listed()).toEqual([])
    expect(await ended()).toMatchObject([{ ok: true, processed: 3, correlation_id: correlationId }])
  })

  test.each([
    ['fails', new Error('out of luck'), [{ ok: false, error_code: 'internal' }]],
    ['is refused', new Refusal('match_not_found'), []],
  ])('a run by hand that %s is no longer open', async (_how, cause, rows) => {
    const { run, end } = started(() => {
      throw cause
    })
    await expect.poll(listed).toEqual(['season-ranking'])
    end()
    await expect(run).rejects.toBe(cause)
    expect(await listed()).toEqual([])
    expect(await ended()).toMatchObject(rows)
  })

  test('a run that starts by itself is never open: it is in the queue, or ends within a moment', async () => {
    const seen: string[][] = []
    await runFunction(server.app, 'ranking-engine', async () => {
      seen.push(await listed())
      return { result: null, processed: 0 }
    })
    expect(seen).toEqual([[]])
  })

  test.each([
    ['the season', '/api/functions/season-ranking', {}, 'season-ranking'],
    ['the ratings of a match', '/api/functions/scheduler-postft', 'match', 'scheduler-postft'],
    ['the rank of a match', '/api/functions/ranking-engine', 'match', 'ranking-engine'],
  ])('the operator’s call is a run by hand: %s', async (_what, path, body, name) => {
    const match = await buildMatch(server.app.db, { rating: 7 })
    await sql`CREATE TABLE IF NOT EXISTS opened (name text)`.execute(server.app.db)
    await sql`TRUNCATE opened`.execute(server.app.db)
    await sql`CREATE OR REPLACE FUNCTION see_opening() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN INSERT INTO opened VALUES (NEW.function_name); RETURN NEW; END $$`.execute(server.app.db)
    await sql`CREATE OR REPLACE TRIGGER openings_are_seen AFTER INSERT ON open_runs FOR EACH ROW
      EXECUTE FUNCTION see_opening()`.execute(server.app.db)
    const answer = await call(server, 'POST', path, { cookie, body: body === 'match' ? { match_id: match.id } : body })
    expect(answer.statusCode).toBe(200)
    const { rows } = await sql<{ name: string }>`SELECT name FROM opened`.execute(server.app.db)
    expect([rows, await listed()]).toEqual([[{ name }], []])
  })

  test('a run whose server died is open for half a minute, and then recorded once as broken off', async () => {
    const id = randomUUID()
    await insertOpenRun(server.app.db, id, 'scheduler-nightly')
    await silentFor(29)
    await breakOffDeadRuns(server.app.db)
    expect(await listed()).toEqual(['scheduler-nightly'])
    await silentFor(31)
    expect(await listed()).toEqual([])
    await Promise.all([server, second, server].map(({ app }) => breakOffDeadRuns(app.db)))
    expect(await ended()).toMatchObject([
      {
        function_name: 'scheduler-nightly',
        ok: false,
        error_code: 'broken_off',
        correlation_id: id,
        duration_ms: 569_000,
      },
    ])
  })

  test('a run that only seemed dead leaves the row of its real end alone', async () => {
    const { run, end } = started()
    await expect.poll(listed).toEqual(['season-ranking'])
    await silentFor(31)
    await breakOffDeadRuns(second.app.db)
    expect(await ended()).toMatchObject([{ error_code: 'broken_off' }])
    end()
    await run
    expect(await ended()).toMatchObject([{ ok: true, error_code: null }])
  })

  test('a run whose end could not be stored is recorded as broken off, and never lost', async () => {
    const { db } = server.app
    await sql`CREATE OR REPLACE FUNCTION refuse_ends() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN IF NEW.ok THEN RAISE EXCEPTION 'the disk is full'; END IF; RETURN NEW; END $$`.execute(db)
    await sql`CREATE OR REPLACE TRIGGER ends_are_refused BEFORE INSERT ON edge_metrics FOR EACH ROW
      EXECUTE FUNCTION refuse_ends()`.execute(db)
    const { run, end } = started()
    end()
    await run
    await sql`DROP TRIGGER ends_are_refused ON edge_metrics`.execute(db)
    await silentFor(31)
    await breakOffDeadRuns(db)
    expect(await ended()).toMatchObject([{ ok: false, error_code: 'broken_off' }])
  })

  test('a run that was open for weeks is recorded too', async () => {
    await insertOpenRun(server.app.db, randomUUID(), 'scheduler-nightly')
    await sql`UPDATE open_runs SET started_at = now() - interval '90 days', seen_at = now() - interval '1 hour'`.execute(
      server.app.db,
    )
    await breakOffDeadRuns(server.app.db)
    expect(await ended()).toMatchObject([{ error_code: 'broken_off', duration_ms: 2_147_483_647 }])
  })

  test('a recalculation is one open run from its start to its end, even across two servers', async () => {
    const match = await buildMatch(server.app.db, { rating: 7 })
    await finishMatch(server.app.db, match.id, server.clock.now())
    const { run } = await startRecalculation(server.app, OPERATOR, { scope: 'all' })
    expect(await listed()).toEqual(['recalculation'])
    await recalculateBatch(server.app, run)
    expect(await listed()).toEqual(['recalculation'])
    await workOnRecalculation(second.app, { pauseMs: 0 })
    expect(await listed()).toEqual([])
  })
})
