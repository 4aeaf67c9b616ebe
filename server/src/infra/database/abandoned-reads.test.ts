import { get } from 'node:http'
import { sql } from 'kysely'
import { beforeAll, expect, inject, test } from 'vitest'
import { startTestServer } from '../../testing/app.ts'
import { databaseForFile } from '../../testing/for-file.ts'
import { AbandonedError, readWhileWanted } from './abandoned-reads.ts'

const PATIENTLY = { timeout: 5_000 }

const database = databaseForFile()
const looks = () => sql<{ is_called: boolean }>`SELECT is_called FROM looks`.execute(database.db)

/** Number of statements of our servers under way in a database, except this one. */
async function underWay(db = database.db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'`.execute(db)
  return rows[0]?.count ?? 0
}

beforeAll(async () => void (await sql`CREATE SEQUENCE looks`.execute(database.db)))

test('a statement is cancelled once no caller waits for it', async () => {
  let isWanted = true
  const reading = readWhileWanted(
    () => isWanted,
    () => sql`SELECT pg_sleep(10)`.execute(database.db),
  )
  await expect.poll(() => underWay(), PATIENTLY).toBe(1)
  isWanted = false
  await expect(reading).rejects.toThrow(AbandonedError)
  expect(await underWay()).toBe(0)
})

test('a read starts no further statement once no caller waits for it', async () => {
  let isWanted = true
  const reading = readWhileWanted(
    () => isWanted,
    async () => {
      await sql`SELECT 1`.execute(database.db)
      isWanted = false
      await sql`SELECT nextval('looks')`.execute(database.db)
    },
  )
  await expect(reading).rejects.toThrow(AbandonedError)
  expect((await looks()).rows).toEqual([{ is_called: false }])
})

test('the transaction of an abandoned read is rolled back', async () => {
  let isWanted = true
  const reading = readWhileWanted(
    () => isWanted,
    () =>
      database.db.transaction().execute(async (transaction) => {
        isWanted = false
        await sql`SELECT 1`.execute(transaction)
      }),
  )
  await expect(reading).rejects.toThrow(AbandonedError)
  expect(await underWay()).toBe(0)
})

test('a statement that reaches its time limit is not an abandoned read', async () => {
  const slow = readWhileWanted(
    () => true,
    () =>
      database.db.transaction().execute(async (transaction) => {
        await sql`SET LOCAL statement_timeout = '20ms'`.execute(transaction)
        await sql`SELECT pg_sleep(10)`.execute(transaction)
      }),
  )
  const failure = await slow.catch((error: unknown) => error)
  expect(failure).toMatchObject({ code: '57014' })
  expect(failure).not.toBeInstanceOf(AbandonedError)
})

test('a read that somebody waits for completes, and so does one without a caller', async () => {
  const slow = async () => (await sql<{ n: number }>`SELECT 1 AS n FROM pg_sleep(0.6)`.execute(database.db)).rows
  expect(await readWhileWanted(() => true, slow)).toEqual([{ n: 1 }])
  expect(await slow()).toEqual([{ n: 1 }])
})

test('a phone that disconnects while its read hangs leaves no statement behind, and no failure in the log', async () => {
  const server = await startTestServer(inject('databaseUrl'))
  const levels: string[] = []
  server.tribune.http.addHook('onRequest', async ({ log }) => {
    for (const level of ['error', 'warn', 'info'] as const) log[level] = () => void levels.push(level)
  })
  const url = await server.tribune.http.listen({ port: 0, host: '127.0.0.1' })
  await server.app.db.transaction().execute(async (transaction) => {
    await sql`LOCK TABLE players_ref IN ACCESS EXCLUSIVE MODE`.execute(transaction)
    const asked = get(`${url}/api/players_ref?ids=1`)
    asked.on('error', () => {})
    const waiting = async () => (await underWay(server.app.db)) - 1
    await expect.poll(waiting, PATIENTLY).toBe(1)
    asked.destroy()
    await expect.poll(waiting, PATIENTLY).toBe(0)
  })
  await expect.poll(() => levels, PATIENTLY).toEqual(['info'])
  await server.close()
})
