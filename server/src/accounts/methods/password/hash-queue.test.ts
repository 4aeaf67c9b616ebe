import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { availableParallelism } from 'node:os'
import { text } from 'node:stream/consumers'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PasswordHashing } from '../../../context.ts'
import { createPerson, hashPassword } from '../../../features/fans/sign-in/service.ts'
import { sessionCookieName } from '../../../http/signed-token.ts'
import { type AccountsServer, startAccountsServer } from '../../../testing/accounts.ts'
import { ORIGIN, PASSWORD } from '../../../testing/constants.ts'
import { databaseForFile } from '../../../testing/for-file.ts'
import { openSession } from '../../../testing/people.ts'
import { QUICK_HASHING } from '../../../testing/quick-hashing.ts'
import { HASHING, hashingConcurrency, hashingSlots, MANY_PER_SLOT } from './hashing.ts'

/** Hashes passwords in the order in which the queue starts them. While `isHeld`, each hash waits until the test calls `release`. */
class HeldHashing implements PasswordHashing {
  isHeld = false
  readonly begun: string[] = []
  #held: (() => void)[] = []

  hash = async (password: string) => {
    await this.#turn(password)
    return QUICK_HASHING.hash(password)
  }
  verify = async (given: { hash: string; password: string }) => {
    await this.#turn(given.password)
    return QUICK_HASHING.verify(given)
  }
  /** Releases the waiting hashes. Returns their number. */
  release(): number {
    return this.#held.splice(0).map((goOn) => goOn()).length
  }
  async #turn(password: string): Promise<void> {
    this.begun.push(password)
    if (!this.isHeld) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#held.push(resolve)
    await promise
  }
}

const hashing = new HeldHashing()
const database = databaseForFile()
let server: AccountsServer
let address: URL
let made = 0

beforeAll(async () => {
  // The server takes the caller's address from the `X-Forwarded-For` header of its proxy.
  const env = { PROOF_OF_WORK: '0.01', TRUST_PROXY: '1' }
  server = await startAccountsServer(database.url, { passwordHashing: hashing, env })
  address = new URL(await server.tribune.http.listen({ port: 0, host: '127.0.0.1' }))
})
afterAll(() => server.close())
const queue = () => server.tribune.app.accounts.hashing
beforeEach(async () => {
  await server.tribune.app.pool.query('DELETE FROM auth.attempt')
  hashing.begun.length = 0
})
afterEach(async () => {
  hashing.isHeld = false
  hashing.release()
  await expect.poll(() => queue().queued).toBe(0)
})

interface Sent {
  readonly from?: string
  readonly cookie?: string
  readonly proof?: string
}
interface Reply {
  readonly status: number
  readonly code: string | undefined
  readonly cookie: string
  readonly body: ReturnType<typeof JSON.parse>
}

/** Posts over HTTP, as a proxy forwards the request of a caller with the address `from`. */
function post(path: string, body: object, { from = '192.0.2.1', cookie, proof }: Sent = {}) {
  const headers = {
    host: new URL(ORIGIN).host,
    origin: ORIGIN,
    'content-type': 'application/json',
    'x-forwarded-for': from,
    ...(cookie === undefined ? {} : { cookie }),
    ...(proof === undefined ? {} : { 'x-captcha-response': proof }),
  }
  const sent = request({ method: 'POST', host: address.hostname, port: address.port, path, headers, agent: false })
  sent.on('error', () => {})
  sent.end(JSON.stringify(body))
  return { sent, reply: replyTo(sent) }
}
async function replyTo(sent: ClientRequest): Promise<Reply> {
  const [answer]: IncomingMessage[] = (await once(sent, 'response')) as never
  if (answer === undefined) throw new Error('no answer')
  const body = JSON.parse((await text(answer)) || '{}')
  const cookie = (answer.headers['set-cookie'] ?? []).map((line) => line.split(';', 1)[0]).join('; ')
  return { status: answer.statusCode ?? 0, code: body.error?.code, cookie, body }
}
const signIn = (email: string, password: string, sent?: Sent) =>
  post('/api/auth/sign-in/email', { email, password }, sent)

async function person(): Promise<{ id: string; email: string }> {
  made += 1
  const email = `file-${made}@stade.invalid`
  const passwordHash = await hashPassword(server.tribune.app, PASSWORD)
  return { ...(await createPerson(server.tribune.app, { email, name: 'x', passwordHash })), email }
}
async function proof(): Promise<string> {
  const challenge = (await post('/api/proof-of-work', {}).reply).body.work as Challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

/** Fills all hashing slots with held sign-ins, each to a different account and from a different network. Returns their replies. */
async function occupy(): Promise<Promise<Reply>[]> {
  hashing.isHeld = true
  const before = hashing.begun.length
  const busy = Array.from({ length: HASHING.max }, (_, n) =>
    signIn(`occupe-${n}@stade.invalid`, 'first', { from: `198.51.${n}.1` }),
  )
  await expect.poll(() => hashing.begun.length).toBe(before + HASHING.max)
  return busy.map(({ reply }) => reply)
}
/** Sends a sign-in and waits until it is queued. */
async function queued(password: string, from: string, more: Sent = {}, email = `${password}@stade.invalid`) {
  const { queued: before } = queue()
  const call = signIn(email, password, { from, ...more })
  await expect.poll(() => queue().queued).toBe(before + 1)
  return call
}
/** Releases all hashes until the queue is empty. Returns the queued passwords in the order in which they were hashed. */
async function drained(): Promise<string[]> {
  while (hashing.release() > 0 || queue().queued > 0) await new Promise(setImmediate)
  return hashing.begun.filter((password) => password !== 'first')
}

describe('the password hashing queue', () => {
  it('serves networks in turn, and a known device of the account before all others', async () => {
    const { email } = await person()
    const { cookie, status } = await signIn(email, PASSWORD).reply
    expect(status).toBe(200)
    hashing.begun.length = 0
    await occupy()
    for (const n of [1, 2, 3]) await queued(`crowd-${n}`, `203.0.113.${n}`)
    await queued('elsewhere', '192.0.2.7')
    const known = await queued('known', '203.0.113.9', { cookie }, email)
    expect(await drained()).toEqual(['known', 'crowd-1', 'elsewhere', 'crowd-2', 'crowd-3'])
    expect((await known.reply).code).toBe('invalid_email_or_password')
  })

  it('requires proof of work from strangers once it is long, serves those who solved it first, and requires none from a known device', async () => {
    const { email } = await person()
    const { cookie } = await signIn(email, PASSWORD).reply
    hashing.begun.length = 0
    await occupy()
    for (let n = 0; n < MANY_PER_SLOT * HASHING.max; n += 1) await queued(`stranger-${n}`, `203.0.${n}.1`)
    expect((await signIn('une@stade.invalid', 'unpaid', { from: '192.0.2.9' }).reply).code).toBe('missing_response')
    await queued('paid', '192.0.2.9', { proof: await proof() })
    await queued('known', '192.0.2.10', { cookie }, email)
    const order = await drained()
    expect(order.slice(0, 3)).toEqual(['known', 'paid', 'stranger-0'])
    expect(order).not.toContain('unpaid')
  })

  it('drops a sign-in whose caller has disconnected, and does not count it as a guess', async () => {
    const { email } = await person()
    hashing.begun.length = 0
    await occupy()
    const gone = await queued('left', '192.0.2.11', {}, email)
    await queued('stays', '192.0.2.12')
    gone.reply.catch(() => {})
    gone.sent.destroy()
    await expect.poll(() => queue().queued).toBe(1)
    expect(await drained()).toEqual(['stays'])
    const counted = async () =>
      (await server.tribune.app.pool.query(`SELECT points FROM auth.attempt WHERE key LIKE 'guess%'`)).rows.map(
        ({ points }) => points,
      )
    await expect.poll(async () => (await counted()).filter((points) => points === 0).length).toBe(1)
  })

  it('refuses the newest call of the most crowded network as busy when it is full', async () => {
    await occupy()
    const crowd = { rank: 1, lanes: ['203.0.113.0/24'] }
    const filled = Array.from({ length: HASHING.maxQueued }, () => queue().run(async () => 'done', crowd))
    const ends = Promise.allSettled(filled)
    const late = await signIn('trop@stade.invalid', 'late', { from: '203.0.113.5', proof: await proof() }).reply
    expect([late.status, late.code]).toEqual([503, 'busy'])
    const other = signIn('autre@stade.invalid', 'other', { from: '192.0.2.13', proof: await proof() })
    await expect(filled.at(-1)).rejects.toMatchObject({ code: 'busy' })
    expect(queue().queued).toBe(HASHING.maxQueued)
    expect(await drained()).toEqual(['other'])
    expect((await other.reply).status).toBe(401)
    await ends
  })
})

describe('a call that hashes a password', () => {
  type Kind = [string, (fan: { id: string; email: string; cookie: string }) => Promise<{ reply: Promise<Reply> }>]
  const kinds: Kind[] = [
    ['a sign-in', async ({ email }) => signIn(email, 'tribune-nord-9')],
    ['a sign-in with an unknown address', async () => signIn('personne@stade.invalid', 'tribune-nord-9')],
    [
      'a sign-up',
      async () =>
        post(
          '/api/auth/sign-up/email',
          { name: 'x', email: `neuve-${made}@stade.invalid`, password: 'tribune-nord-9' },
          { proof: await proof() },
        ),
    ],
    [
      'a password reset',
      async ({ id }) => {
        await server.tribune.app.pool.query(
          `INSERT INTO auth.verification (identifier, value, expires_at) SELECT 'reset-password:jeton-de-test', $1, now() + interval '1 hour'`,
          [id],
        )
        return post('/api/auth/reset-password', { token: 'jeton-de-test', newPassword: 'tribune-nord-9' })
      },
    ],
    [
      'a password change',
      async ({ cookie }) =>
        post('/api/me/password', { current: 'tribune-nord-9', password: 'tribune-sud-12' }, { cookie }),
    ],
    [
      'the password check before the second factor is enabled',
      async ({ cookie }) => post('/api/auth/two-factor/enable', { password: 'tribune-nord-9' }, { cookie }),
    ],
  ]

  it.each(kinds)('waits in the same queue as all others: %s', async (_kind, send) => {
    const fan = await person()
    const cookie = `${sessionCookieName(false)}=${encodeURIComponent(await openSession(server.tribune.app, fan.id))}`
    hashing.begun.length = 0
    await occupy()
    const { reply } = await send({ ...fan, cookie })
    await expect.poll(() => queue().queued, { timeout: 20_000 }).toBe(1)
    expect(hashing.begun).not.toContain('tribune-nord-9')
    expect(await drained()).toContain('tribune-nord-9')
    expect((await reply).status).toBeLessThan(500)
  })
})

describe('password hashing', () => {
  it.each([
    [1, 1],
    [2, 1],
    [3, 2],
    [4, 3],
    [64, 3],
  ])('leaves one of %i processors to votes: %i at a time', (processors, width) => {
    expect(hashingConcurrency(processors)).toBe(width)
  })

  it('leaves processors to the other processes of the machine', () => {
    expect(hashingSlots(availableParallelism()).max).toBe(1)
    expect(hashingSlots(256).max).toBe(1)
  })

  it('has the concurrency for this machine’s processors', () => {
    expect(HASHING.max).toBe(hashingConcurrency(availableParallelism()))
  })
})
