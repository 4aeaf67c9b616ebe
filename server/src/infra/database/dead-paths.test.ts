import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { call, startTestServer, type TestServer } from '../../testing/app.ts'
import { cast } from '../../testing/ballots.ts'
import { buildMatch } from '../../testing/builders.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { signInMany } from '../../testing/people.ts'
import { type Relay, startRelay } from '../../testing/relay.ts'
import { DeadPaths } from './dead-paths.ts'
import { createPool, isDatabaseAway } from './pool.ts'

const FANS = 20

describe('a server whose connections die silently, while new ones work', () => {
  let relay: Relay
  let server: TestServer
  beforeAll(async () => {
    relay = await startRelay(inject('databaseUrl'))
    server = await startTestServer(relay.url)
  })
  afterAll(async () => {
    await server.close()
    await relay.close()
  })

  test('refuses calls under way, then accepts ballots and answers reads again', async () => {
    const match = await buildMatch(server.app.db, { players: 14 })
    const fans = await signInMany(server, FANS)
    const send = async (fan: (typeof fans)[number], picks: readonly number[]) => {
      for (let refusals = 0; ; refusals += 1) {
        const answer = await cast(server, fan, match.id, picks)
        if (answer.statusCode === 200) return refusals
        expect(answer.statusCode).toBe(503)
        // As phones wait. While a commit is stuck, refusals come at once: a loop without a pause would block the event loop.
        await pause(Number(answer.headers['retry-after']) * 1_000)
      }
    }
    const read = async () => (await call(server, 'GET', `/api/match_lineups?match_id=${match.id}`)).statusCode
    await Promise.all(fans.map((fan) => send(fan, match.playerIds.slice(0, 3))))
    expect(await Promise.all(fans.map(read))).toEqual(fans.map(() => 200))
    relay.swallow()
    const reads = fans.map(read)
    const refused = await Promise.all(fans.map((fan) => send(fan, match.playerIds.slice(3, 6))))
    expect(Math.max(...refused)).toBeLessThan(3)
    expect(new Set([...(await Promise.all(reads)), 200, 503])).toEqual(new Set([200, 503]))
    expect(await read()).toBe(200)
    const rows = await server.app.db.selectFrom('votes').select('first_id').where('match_id', '=', match.id).execute()
    expect(rows).toEqual(fans.map(() => ({ first_id: match.playerIds[3] })))
  })
})

describe('a silent query', () => {
  let database: TestDatabase
  let relay: Relay
  let now = 0
  let lost = 0
  let watch: DeadPaths
  let watched: ReturnType<typeof createPool>
  let other: ReturnType<typeof createPool>
  beforeAll(async () => {
    database = await createTestDatabase(inject('databaseUrl'))
    relay = await startRelay(database.url)
    watch = new DeadPaths({
      databaseUrl: relay.url,
      now: () => now,
      onLost: (count) => {
        lost += count
      },
    })
    watched = createPool(relay.url, () => {})
    watch.watch(watched)
    other = createPool(database.url, () => {})
    await other.query('CREATE TABLE stored (id integer PRIMARY KEY)')
  })
  afterAll(async () => {
    watch.close()
    await watched.end()
    await other.end()
    await relay.close()
    await database.drop()
  })

  /** Checks now and a while later. */
  async function lookTwice(): Promise<void> {
    await watch.check()
    now += 10_000
    await watch.check()
  }

  test('that PostgreSQL is still running is not cancelled', async () => {
    const holder = await other.connect()
    await holder.query('SELECT pg_advisory_lock(1)')
    const waiting = watched.query('SELECT pg_advisory_lock(1)')
    await expect
      .poll(
        async () => (await other.query(`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`)).rowCount,
      )
      .toBe(1)
    await lookTwice()
    expect(lost).toBe(0)
    await holder.query('SELECT pg_advisory_unlock(1)')
    holder.release()
    await expect(waiting).resolves.toMatchObject({ rowCount: 1 })
  })

  test('that never arrived is dropped with its transaction, whose locks are released at once', async () => {
    const idle = await watched.connect()
    const client = await watched.connect()
    idle.release()
    await client.query('BEGIN')
    await client.query('INSERT INTO stored VALUES (1)')
    relay.swallow()
    const error: Promise<unknown> = client.query('INSERT INTO stored VALUES (2)').catch((failure: unknown) => failure)
    // PostgreSQL measures a second of idleness by its own clock.
    await expect.poll(async () => lookTwice().then(() => lost), { timeout: 10_000 }).toBe(2)
    expect(isDatabaseAway(await error)).toBe(true)
    client.release()
    await other.query('INSERT INTO stored VALUES (1)')
    expect((await watched.query('SELECT id FROM stored')).rows).toEqual([{ id: 1 }])
  })
})
