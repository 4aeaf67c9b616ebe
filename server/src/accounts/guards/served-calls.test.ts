import { once } from 'node:events'
import { type ClientRequest, request } from 'node:http'
import { COUNT_HALF_LIFE_S } from '@tribune/domain/fans/proof-of-work.ts'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AccountsServer, startAccountsServer, Visitor } from '../../testing/accounts.ts'
import { ORIGIN, PASSWORD } from '../../testing/constants.ts'
import { databaseForFile } from '../../testing/for-file.ts'
import { lockWaits } from '../../testing/inspect.ts'
import { HASHING } from '../methods/password/hashing.ts'
import { CREATING } from './proof-of-work.ts'

const database = databaseForFile()
let server: AccountsServer
let address: URL

beforeAll(async () => {
  // The caller's address is the one that the proxy before the server has seen.
  const env = { PROOF_OF_WORK: '0.01', TRUST_PROXY: '1' }
  server = await startAccountsServer(database.url, { env })
  address = new URL(await server.tribune.http.listen({ port: 0, host: '127.0.0.1' }))
})
afterAll(() => server.close())
beforeEach(() => server.tribune.app.db.deleteFrom('auth.made_lately').execute())

/** More than what a count of all decays by in a slow test. */
const REFUSED = 250
const creating = () => server.tribune.app.accounts.creating

/** Asks for a challenge over HTTP, from the address that a proxy has seen. */
function askWork(from: string): ClientRequest {
  const headers = {
    host: new URL(ORIGIN).host,
    origin: ORIGIN,
    'content-type': 'application/json',
    'x-forwarded-for': from,
  }
  const where = { host: address.hostname, port: address.port, path: '/api/proof-of-work' }
  const sent = request({ ...where, method: 'POST', headers, agent: false }).on('error', () => {})
  sent.end('{"algorithms":["PBKDF2/SHA-256"]}')
  return sent
}
const statusOf = async (sent: ClientRequest) =>
  ((await once(sent, 'response')) as [{ statusCode: number }])[0].statusCode
const subscriber = (n: number) => `2001:db8:${n.toString(16)}::1`
const countsOf = async () =>
  (await database.db.selectFrom('auth.made_lately').select('made').execute()).map(({ made }) => Math.round(made))

/** Runs `during` while the first challenge waits for the database, and all others for it. */
async function whileCreating<T>(during: () => Promise<T>): Promise<T> {
  const first = { answer: null as Promise<number> | null }
  const result = await database.db.transaction().execute(async (transaction) => {
    await sql`LOCK TABLE auth.made_lately IN ACCESS EXCLUSIVE MODE`.execute(transaction)
    first.answer = statusOf(askWork(subscriber(0xffff)))
    await expect.poll(async () => (await lockWaits(database.db)) > 0, { timeout: 10_000 }).toBe(true)
    return during()
  })
  expect(await first.answer).toBe(200)
  return result
}

describe('a caller who asked for a challenge and hung up', () => {
  it('leaves the queue and counts for nothing, and a flood of such callers cannot fill it', async () => {
    const honest = await whileCreating(async () => {
      const flood = Array.from({ length: CREATING.maxQueued }, (_, n) => askWork(subscriber(n)))
      await expect.poll(() => creating().queued, { timeout: 10_000 }).toBe(CREATING.maxQueued)
      for (const one of flood) one.destroy()
      await expect.poll(() => creating().queued, { timeout: 10_000 }).toBe(0)
      const answer = statusOf(askWork('192.0.2.1'))
      await expect.poll(() => creating().queued).toBe(1)
      return { answer }
    })
    expect(await honest.answer).toBe(200)
    // The first challenge has three networks, the honest one two.
    expect(await countsOf()).toEqual([1, 1, 1, 1, 1])
  })
})

describe('a call that was not served', () => {
  it('as a challenge in a full queue counts for nothing', async () => {
    const refused: number[] = []
    const crowd = await whileCreating(async () => {
      const answers = Array.from({ length: CREATING.maxQueued + REFUSED }, async () => {
        const status = await statusOf(askWork('192.0.2.1'))
        if (status !== 200) refused.push(status)
      })
      await expect.poll(() => refused.length, { timeout: 20_000 }).toBe(REFUSED)
      return { answers }
    })
    await Promise.all(crowd.answers)
    expect(new Set(refused)).toEqual(new Set([503]))
    // Counts decay from second to second.
    expect(Math.max(...(await countsOf()))).toBeLessThanOrEqual(CREATING.maxQueued)
  })

  it('as a sign-up in a full queue is taken off the counts of its domain and networks', async () => {
    const { choosing } = server.tribune.app.accounts
    const visitor = new Visitor(server)
    const challenge = (await visitor.post('/api/proof-of-work', {})).json().work as Challenge
    const solution = await solveChallenge({ challenge, deriveKey })
    const proof = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
    const held = Promise.withResolvers<void>()
    const places = Array.from({ length: HASHING.max + HASHING.maxQueued }, () =>
      choosing.run(() => held.promise, { rank: 0, lanes: [] }),
    )
    const body = { name: 'x', email: 'refusee@petit.example', password: PASSWORD }
    const answer = await visitor.post('/api/auth/sign-up/email', body, { 'x-captcha-response': proof })
    held.resolve()
    await Promise.all(places)
    expect([answer.statusCode, answer.json().error.code]).toEqual([503, 'busy'])
    const { db } = server.tribune.app
    const counted = db.selectFrom('auth.made_lately').select('made').where('half_life_s', '=', COUNT_HALF_LIFE_S)
    expect((await counted.execute()).map(({ made }) => made)).toEqual([0, 0, 0, 0, 0, 0])
  })
})
