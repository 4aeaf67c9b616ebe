import { sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/app.ts'
import { createPool } from '../database/pool.ts'
import { type JobName, Jobs, QUEUES } from './queue.ts'

/** Polling interval of workers, in seconds. */
const POLL_S = 2
let server: TestServer
let jobs: Jobs
let pool: ReturnType<typeof createPool>
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'))
  pool = createPool(server.databaseUrl, () => {})
  jobs = new Jobs({ pool, log: server.app.log, superviseEveryS: 1 })
})
afterAll(async () => {
  await jobs.stop()
  await pool.end()
  await server.close()
})

/** Makes another server take the waiting job, and die. */
async function takeAndDie(name: JobName): Promise<void> {
  const other = new PgBoss({ connectionString: server.databaseUrl, supervise: false, schedule: false })
  other.on('error', () => {})
  await other.start()
  const taken = await other.fetch(name)
  await other.stop({ graceful: false })
  expect(taken).toHaveLength(1)
}

async function stateOf(name: JobName) {
  const { rows } = await sql<{ state: string; in_s: number }>`
    SELECT state, extract(epoch FROM start_after - now())::float8 AS in_s FROM pgboss.job WHERE name = ${name}`.execute(
    server.app.db,
  )
  return rows
}

test('lists the jobs under way on any server, and none that waits or has ended', async () => {
  expect(await jobs.underWay(10)).toEqual([])
  await jobs.open(QUEUES)
  expect(await jobs.underWay(10)).toEqual([])
  const at = server.clock.now()
  await jobs.send(server.app.db, 'scheduler-postft', { match_id: 1 }, at, 'under-way')
  await jobs.send(server.app.db, 'scheduler-realtime', {}, at, 'waiting')
  await takeAndDie('scheduler-postft')
  const running = { id: expect.any(String), name: 'scheduler-postft', startedAt: expect.any(Date) }
  expect(await jobs.underWay(10)).toEqual([running])
  expect(await jobs.underWay(0)).toEqual([])
  await sql`UPDATE pgboss.job SET state = 'completed', completed_on = now()`.execute(server.app.db)
  expect(await jobs.underWay(10)).toEqual([])
  await sql`DELETE FROM pgboss.job`.execute(server.app.db)
})

test('a job for at once does not wait for the clock of the server that queued it', async () => {
  await jobs.open(['recalculation'])
  server.clock.advance(3_600_000)
  await jobs.send(server.app.db, 'recalculation', {}, null, '')
  server.clock.advance(-3_600_000)
  const [{ in_s: pause } = { in_s: Number.NaN }] = await stateOf('recalculation')
  expect(pause).toBeLessThanOrEqual(0)
  await sql`DELETE FROM pgboss.job`.execute(server.app.db)
})

describe('a job that a dead server was running', () => {
  test.each(QUEUES)('is run again within 90 s: %s', async (name) => {
    await jobs.open([name])
    const at = server.clock.now()
    if (name === 'scheduler-postft') await jobs.send(server.app.db, name, { match_id: 1 }, at, '1')
    else await jobs.send(server.app.db, name, {}, at, 'key')
    await takeAndDie(name)
    expect(await stateOf(name)).toMatchObject([{ state: 'active' }])
    const { rows } = await sql<{ heartbeat_s: number }>`
      UPDATE pgboss.job SET heartbeat_on = now() - heartbeat_seconds * interval '1 s' WHERE name = ${name}
      RETURNING heartbeat_seconds AS heartbeat_s`.execute(server.app.db)
    await expect.poll(() => stateOf(name), { timeout: 20_000 }).toMatchObject([{ state: 'retry' }])
    const [{ in_s: pause } = { in_s: Number.NaN }] = await stateOf(name)
    const looksEvery = 10
    expect((rows[0]?.heartbeat_s ?? Number.NaN) + looksEvery + pause + POLL_S).toBeLessThan(90)
    await sql`UPDATE pgboss.job SET start_after = now() WHERE name = ${name}`.execute(server.app.db)
    await new Promise<void>((done) => void jobs.work(name, async () => done()))
  })
})

test('queues of an earlier version get the current settings', async () => {
  await jobs.open(QUEUES)
  await sql`UPDATE pgboss.queue SET heartbeat_seconds = NULL, retry_delay = 30, retry_delay_max = NULL`.execute(
    server.app.db,
  )
  await jobs.open(QUEUES)
  const { rows } = await sql`
    SELECT DISTINCT heartbeat_seconds, retry_delay, retry_delay_max FROM pgboss.queue WHERE name = ANY (${QUEUES})`.execute(
    server.app.db,
  )
  expect(rows).toEqual([{ heartbeat_seconds: 30, retry_delay: 10, retry_delay_max: 60 }])
})
