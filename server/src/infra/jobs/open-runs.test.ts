import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { workOnRecalculation } from '../../features/results/recalculation/jobs.ts'
import { recalculateBatch, startRecalculation } from '../../features/results/recalculation/service.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { call, type TestServer } from '../../testing/app.ts'
import { buildMatch, finishMatch } from '../../testing/builders.ts'
import { twoServersForFile } from '../../testing/for-file.ts'
import { OPERATOR } from '../../testing/people.ts'
import { breakOffDeadRuns, insertOpenRun, runFunction } from './run.ts'

const both = twoServersForFile()
let server: TestServer
let second: TestServer
let cookie: string
beforeAll(() => {
  ;({ server, second } = both)
  cookie = both.admin.cookie
})
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
])('a run by hand that %s is open no more', async (_how, cause, rows) => {
  const { run, end } = started(() => {
    throw cause
  })
  await expect.poll(listed).toEqual(['season-ranking'])
  end()
  await expect(run).rejects.toBe(cause)
  expect(await listed()).toEqual([])
  expect(await ended()).toMatchObject(rows)
})

test('a run that starts by itself is never open: it is in the queue, or over in a moment', async () => {
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

test('a recalculation is one open run from its start to its end, also between two servers', async () => {
  const match = await buildMatch(server.app.db, { rating: 7 })
  await finishMatch(server.app.db, match.id, server.clock.now())
  const { run } = await startRecalculation(server.app, OPERATOR, { scope: 'all' })
  expect(await listed()).toEqual(['recalculation'])
  await recalculateBatch(server.app, run)
  expect(await listed()).toEqual(['recalculation'])
  await workOnRecalculation(second.app, { pauseMs: 0 })
  expect(await listed()).toEqual([])
})
