import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PasswordHashing } from '../../../context.ts'
import { createPerson, hashPassword } from '../../../features/accounts/service.ts'
import { sessionCookieName } from '../../../http/signed-token.ts'
import { type AccountsServer, startAccountsServer } from '../../../testing/accounts.ts'
import { ORIGIN, PASSWORD } from '../../../testing/constants.ts'
import { databaseForFile } from '../../../testing/for-file.ts'
import { openSession } from '../../../testing/people.ts'
import { QUICK_HASHING } from '../../../testing/quick-hashing.ts'
import { accounts } from '../../parts.ts'
import { HASHING, MANY_QUEUED } from './hashing.ts'

/** Hashes each password once the test lets it, in the order in which the queue lets them begin. */
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
  /** Lets those go on that have begun; gives how many. */
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
  // The caller's address is the one that the proxy before the server has seen.
  const env = { PROOF_OF_WORK: '0.01', TRUST_PROXY: '1' }
  server = await startAccountsServer(database.url, { passwordHashing: hashing, env })
  address = new URL(await server.tribune.http.listen({ port: 0, host: '127.0.0.1' }))
})
afterAll(() => server.close())
const queue = () => accounts(server.tribune.app).hashing
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

/** Posts over HTTP, from the address that a proxy has seen. */
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

/** Has all that may hash at a time hash, each for an account and a network of its own. */
async function occupy(): Promise<Promise<Reply>[]> {
  hashing.isHeld = true
  const before = hashing.begun.length
  const busy = Array.from({ length: HASHING.max }, (_, n) =>
    signIn(`occupe-${n}@stade.invalid`, 'first', { from: `198.51.${n}.1` }),
  )
  await expect.poll(() => hashing.begun.length).toBe(before + HASHING.max)
  return busy.map(({ reply }) => reply)
}
/** Sends a sign-in, and waits until it stands in the queue. */
async function queued(password: string, from: string, more: Sent = {}, email = `${password}@stade.invalid`) {
  const { queued: before } = queue()
  const call = signIn(email, password, { from, ...more })
  await expect.poll(() => queue().queued).toBe(before + 1)
  return call
}
/** Lets all go on; gives the order in which the passwords in the queue were hashed. */
async function drained(): Promise<string[]> {
  while (hashing.release() > 0 || queue().queued > 0) await new Promise(setImmediate)
  return hashing.begun.filter((password) => password !== 'first')
}

describe('the queue of passwords to hash', () => {
  it('gives each network its turn, and lets a device of the account go first', async () => {
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

  it('asks strangers for work once it is long, lets those who paid go before those who came first, and asks no known device', async () => {
    const { email } = await person()
    const { cookie } = await signIn(email, PASSWORD).reply
    hashing.begun.length = 0
    await occupy()
    for (let n = 0; n < MANY_QUEUED; n += 1) await queued(`stranger-${n}`, `203.0.${n}.1`)
    expect((await signIn('une@stade.invalid', 'unpaid', { from: '192.0.2.9' }).reply).code).toBe('missing_response')
    await queued('paid', '192.0.2.9', { proof: await proof() })
    await queued('known', '192.0.2.10', { cookie }, email)
    const order = await drained()
    expect(order.slice(0, 3)).toEqual(['known', 'paid', 'stranger-0'])
    expect(order).not.toContain('unpaid')
  })

  it('forgets a caller who has left, whose guess does not count', async () => {
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

  it('is bounded: the newest of the most crowded network is refused as busy', async () => {
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

describe('every password of the product', () => {
  type Kind = [string, (fan: { id: string; email: string; cookie: string }) => Promise<{ reply: Promise<Reply> }>]
  const kinds: Kind[] = [
    ['a sign-in', async ({ email }) => signIn(email, 'tribune-nord-9')],
    ['a sign-in to no account', async () => signIn('personne@stade.invalid', 'tribune-nord-9')],
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
      'a reset',
      async ({ id }) => {
        await server.tribune.app.pool.query(
          `INSERT INTO auth.verification (identifier, value, expires_at) SELECT 'reset-password:jeton-de-test', $1, now() + interval '1 hour'`,
          [id],
        )
        return post('/api/auth/reset-password', { token: 'jeton-de-test', newPassword: 'tribune-nord-9' })
      },
    ],
    [
      'a change',
      async ({ cookie }) =>
        post('/api/me/password', { current: 'tribune-nord-9', password: 'tribune-sud-12' }, { cookie }),
    ],
    [
      'the proof of a fresh session',
      async ({ cookie }) => post('/api/auth/two-factor/enable', { password: 'tribune-nord-9' }, { cookie }),
    ],
  ]

  it.each(kinds)('waits in the one queue: %s', async (_kind, send) => {
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
