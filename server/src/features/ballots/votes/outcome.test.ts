import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createDatabase, createPool, type Database } from '../../../infra/database/pool.ts'
import { call, refusalOf, startTestServer, type TestServer } from '../../../testing/app.ts'
import { tallyIn, top3 } from '../../../testing/ballots.ts'
import { type BuiltMatch, buildMatch } from '../../../testing/builders.ts'
import { lockWaits } from '../../../testing/lock-waits.ts'
import { type SignedIn, signInOne } from '../../../testing/people.ts'
import { type Relay, startRelay } from '../../../testing/relay.ts'

let relay: Relay
let server: TestServer
/** Reaches the database past the relay. */
let db: Database
let match: BuiltMatch
let fan: SignedIn
beforeAll(async () => {
  relay = await startRelay(inject('databaseUrl'))
  server = await startTestServer(relay.url)
  const direct = new URL(server.databaseUrl)
  direct.port = new URL(inject('databaseUrl')).port
  db = createDatabase(createPool(direct.href, () => {}))
  match = await buildMatch(db)
  fan = await signInOne(server)
})
afterAll(async () => {
  await db.destroy()
  await server.close()
  await relay.close()
})

const cast = (from: number, base?: string | null) => {
  const body = { ...top3(match.playerIds.slice(from, from + 3)), ...(base === undefined ? {} : { base }) }
  return call(server, 'PUT', `/api/votes/${match.id}`, { cookie: fan.cookie, body })
}
const firstId = async () =>
  (await db.selectFrom('votes').select('first_id').where('match_id', '=', match.id).executeTakeFirst())?.first_id

/** Begins a change that waits for a lock, lets PostgreSQL carry it out without its answer arriving, and returns the change's. */
async function withoutAnswer(hold: RawBuilder<unknown>, change: () => ReturnType<typeof call>) {
  const changing = await db.transaction().execute(async (tx) => {
    await hold.execute(tx)
    const answer = change()
    await expect.poll(() => lockWaits(db)).toBe(1)
    relay.deafen()
    return { answer }
  })
  await expect.poll(() => lockWaits(db)).toBe(0)
  return {
    cut: async () => {
      relay.cut()
      return changing.answer
    },
  }
}

test('a ballot whose answer is lost in its commit is neither saved nor refused, and can be sent again', async () => {
  const lost = await withoutAnswer(sql`SELECT FROM matches WHERE id = ${match.id} FOR UPDATE`, () => cast(0, null))
  await expect.poll(firstId).toBe(match.playerIds[0])
  const answer = await lost.cut()
  expect(refusalOf(answer)).toEqual([503, 'outcome_unknown'])
  expect(answer.headers['retry-after']).toBe('2')
  const again = await cast(0, null)
  expect([again.statusCode, again.json().complete]).toEqual([200, true])
  expect(await tallyIn({ app: { db } }, match.id)).toMatchObject({ voters: 1 })
})

test.each([
  [
    'whose connection is terminated before its commit is answered as of unknown outcome',
    'terminate',
    'outcome_unknown',
  ],
  ['that PostgreSQL refuses to carry out is answered busy', 'cancel', 'busy'],
])('a ballot %s, and is not stored', async (_, end, code) => {
  const before = await firstId()
  const answer = await db.transaction().execute(async (tx) => {
    await sql`SELECT FROM matches WHERE id = ${match.id} FOR UPDATE`.execute(tx)
    const casting = cast(3)
    await expect.poll(() => lockWaits(db)).toBe(1)
    await sql`SELECT ${sql.raw(`pg_${end}_backend`)}(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db)
    return casting
  })
  expect(refusalOf(answer)).toEqual([503, code])
  expect(await firstId()).toBe(before)
})

test('a ballot that a session from outside draws into a deadlock is stored all the same', async () => {
  const casting = await db.transaction().execute(async (tx) => {
    await sql`SET LOCAL deadlock_timeout = '1min'`.execute(tx)
    await sql`SELECT FROM auth."user" WHERE id = ${fan.id} FOR UPDATE`.execute(tx)
    const answer = cast(5)
    await expect.poll(() => lockWaits(db)).toBe(1)
    await sql`SELECT FROM matches WHERE id = ${match.id} FOR UPDATE`.execute(tx)
    return { answer }
  })
  expect((await casting.answer).statusCode).toBe(200)
  expect(await firstId()).toBe(match.playerIds[5])
})

describe('any other change', () => {
  const target = () => match.playerIds[0] ?? 0
  const follow = () => call(server, 'PUT', `/api/follows/player/${target()}`, { cookie: fan.cookie, body: {} })
  const follows = async () => (await db.selectFrom('follows').select('target_id').execute()).map((row) => row.target_id)

  test('whose connection breaks before its commit is answered busy, and is not stored', async () => {
    const lost = await withoutAnswer(sql`SELECT FROM auth."user" WHERE id = ${fan.id} FOR UPDATE`, follow)
    expect(refusalOf(await lost.cut())).toEqual([503, 'busy'])
    expect(await follows()).toEqual([])
  })

  test('whose answer is lost in its commit is neither saved nor refused', async () => {
    await sql`CREATE FUNCTION wait_in_commit() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN PERFORM pg_advisory_xact_lock(42); RETURN NULL; END'`.execute(db)
    await sql`CREATE CONSTRAINT TRIGGER waits_in_commit AFTER INSERT ON follows DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION wait_in_commit()`.execute(db)
    const lost = await withoutAnswer(sql`SELECT pg_advisory_xact_lock(42)`, follow)
    await expect.poll(follows).toEqual([target()])
    expect(refusalOf(await lost.cut())).toEqual([503, 'outcome_unknown'])
  })
})
