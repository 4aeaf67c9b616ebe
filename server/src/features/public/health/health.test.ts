import { MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { call, refusalOf, startTestServer, type TestServer } from '../../../testing/app.ts'
import { buildMatch } from '../../../testing/builders.ts'
import { type SignedIn, signInOne } from '../../../testing/people.ts'

const CLUB = 4_001
const PATIENTLY = { timeout: 10_000 }
let server: TestServer
let fan: SignedIn
let matchId: number
let operator: pg.Client

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'))
  const { db } = server.app
  fan = await signInOne(server)
  matchId = (await buildMatch(db)).id
  await db.insertInto('teams').values({ id: CLUB, name: 'Étoile du Nord' }).execute()
  operator = new pg.Client({ connectionString: server.databaseUrl, options: '-c default_transaction_read_only=off' })
  await operator.connect()
})
afterAll(async () => {
  await operator.end()
  await server.close()
})

/** Makes the database refuse writes on all new connections, as a standby does, and ends those that are open. */
async function setReadOnly(value: 'on' | 'off'): Promise<void> {
  const name = new URL(server.databaseUrl).pathname.slice(1)
  await operator.query(`ALTER DATABASE ${name} SET default_transaction_read_only = ${value}`)
  await operator.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`)
  await expect.poll(async () => (await read()).statusCode, PATIENTLY).toBe(200)
}

const read = () => call(server, 'GET', `/api/match_lineups?match_id=${matchId}`)
const ready = () => call(server, 'GET', '/api/health/ready')
const follow = () => call(server, 'PUT', `/api/follows/club/${CLUB}`, { cookie: fan.cookie })

test('a server whose database accepts no writes is not ready, and asks fans to try again', async () => {
  expect((await ready()).statusCode).toBe(200)
  await setReadOnly('on')
  for (const path of ['/api/health', '/api/health/ready']) {
    expect(refusalOf(await call(server, 'GET', path))).toEqual([503, 'busy'])
  }
  expect((await call(server, 'GET', '/api/health/live')).statusCode).toBe(200)
  expect(refusalOf(await follow())).toEqual([503, 'busy'])
  await setReadOnly('off')
  await expect.poll(async () => (await ready()).statusCode, PATIENTLY).toBe(200)
  await expect.poll(async () => (await follow()).statusCode, PATIENTLY).toBeLessThan(300)
})

test('health is degraded, with the reason, while the provider’s account is suspended, and recovers by itself', async () => {
  const health = async () => {
    const { statusCode } = await ready()
    const { status, reasons } = (await ready()).json()
    return [statusCode, status, reasons]
  }
  const runs = async () =>
    Number(
      (await server.app.db.selectFrom('edge_metrics').select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow())
        .n,
    )
  expect(await health()).toEqual([200, 'ok', []])
  server.simulator.faults.add({ kind: 'suspended' })
  await expect(server.app.realtime.request()).rejects.toMatchObject({ code: 'feed_unavailable' })
  expect(await health()).toEqual([200, 'degraded', ['feed_suspended']])

  const [asked, recorded] = [server.asked.length, await runs()]
  for (let minute = 0; minute < 14; minute += 1) {
    server.clock.advance(MINUTE_MS)
    await server.app.realtime.request()
  }
  expect([server.asked.length, await runs()]).toEqual([asked, recorded])
  server.clock.advance(2 * MINUTE_MS)
  await expect(server.app.realtime.request()).rejects.toMatchObject({ code: 'feed_unavailable' })
  expect([server.asked.length, await runs()]).toEqual([asked + 1, recorded + 1])

  server.simulator.faults.clear()
  server.clock.advance(16 * MINUTE_MS)
  await server.app.realtime.request()
  expect(await health()).toEqual([200, 'ok', []])
  expect(server.asked.length).toBeGreaterThan(asked + 1)
})

test('health recovers at the next read after a refusal of the plan', async () => {
  server.simulator.faults.add({ kind: 'plan' })
  server.clock.advance(20 * MINUTE_MS)
  await expect(server.app.realtime.request()).rejects.toMatchObject({ code: 'feed_unavailable' })
  expect((await ready()).json()).toMatchObject({ status: 'degraded', reasons: ['feed_plan'] })
  server.simulator.faults.clear()
  server.clock.advance(2 * MINUTE_MS)
  await server.app.realtime.request()
  expect((await ready()).json()).toMatchObject({ status: 'ok', reasons: [] })
})

test('many concurrent calls cost the database one query', async () => {
  const { pool } = server.app
  const asked = vi.spyOn(pool, 'query')
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  asked.mockImplementationOnce(async () => {
    await gate
    return { rows: [{ writable: true }] }
  })
  const answers = Array.from({ length: 20 }, ready)
  await expect.poll(() => asked.mock.calls.length).toBe(1)
  open()
  expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
  expect(asked).toHaveBeenCalledOnce()
  asked.mockRestore()
})
