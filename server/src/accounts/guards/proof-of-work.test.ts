import { DAY_MS } from '@tribune/domain/common/instant.ts'
import {
  ASKED_HALF_LIFE_S,
  COUNT_HALF_LIFE_S,
  MAX_ASKED_BY_DEVICE,
  WORK_LIFE_S,
} from '@tribune/domain/fans/proof-of-work.ts'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey as argon2id } from 'altcha-lib/algorithms/argon2id'
import { deriveKey as pbkdf2 } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { forgetEnded } from '../../features/fans/accounts/queries.ts'
import { type AccountsServer, startAccountsServer, Visitor } from '../../testing/accounts.ts'
import { PASSWORD } from '../../testing/constants.ts'
import { databaseForFile } from '../../testing/for-file.ts'
import { CAPTCHA_PATHS } from '../endpoints.ts'
import { countLately, uncountLately } from './queries.ts'

const database = databaseForFile()
let server: AccountsServer

beforeAll(async () => {
  server = await startAccountsServer(database.url, { env: { PROOF_OF_WORK: '0.01' } })
})
afterAll(() => server.close())

const ALGORITHMS = ['ARGON2ID', 'PBKDF2/SHA-256']
const askWork = (visitor: Visitor, domain?: string, algorithms = ['PBKDF2/SHA-256']) =>
  visitor.post('/api/proof-of-work', domain === undefined ? { algorithms } : { domain, algorithms })
const workFor = async (visitor: Visitor, domain?: string, algorithms?: string[]) =>
  (await askWork(visitor, domain, algorithms)).json().work as Challenge

async function proofOf(challenge: Challenge): Promise<string> {
  const deriveKey = challenge.parameters.algorithm === 'ARGON2ID' ? argon2id : pbkdf2
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

const ask = async (visitor: Visitor, email: string, proof?: string) => {
  const headers: Record<string, string> = proof === undefined ? {} : { 'x-captcha-response': proof }
  const answer = await visitor.post('/api/auth/sign-in/magic-link', { email, callbackURL: '/' }, headers)
  return [answer.statusCode, answer.json().error?.code]
}

const BODIES: Readonly<Record<string, object>> = {
  '/sign-up/email': { name: 'x', email: 'script@stade.invalid', password: PASSWORD },
  '/phone-number/send-otp': { phoneNumber: '+33600000401' },
  '/wallet/challenge': { chain: 'ethereum', address: `0x${'1'.repeat(40)}` },
}

describe('proof of work before an account or a message', () => {
  it.each(CAPTCHA_PATHS)('is required by %s, which accepts it in memory-hard form', async (path) => {
    const visitor = new Visitor(server)
    const body = BODIES[path] ?? { email: 'script@stade.invalid' }
    const send = (headers = {}) => visitor.post(`/api/auth${path}`, body, headers)
    expect((await send()).json().error.code).toBe('missing_response')
    expect((await send({ 'x-captcha-response': 'made-up' })).json().error.code).toBe('verification_failed')
    const proof = await proofOf(await workFor(visitor, undefined, ALGORITHMS))
    expect((await send({ 'x-captcha-response': proof })).statusCode).toBe(200)
  })

  it('is accepted once, on whichever server', async () => {
    const other = await startAccountsServer(database.url, { env: { PROOF_OF_WORK: '0.01' } })
    const visitor = new Visitor(server)
    const proof = await proofOf(await workFor(visitor))
    expect(await ask(visitor, 'once@stade.invalid', proof)).toEqual([200, undefined])
    expect(await ask(new Visitor(other), 'twice@stade.invalid', proof)).toEqual([403, 'verification_failed'])
    await other.close()
  })

  it('is refused if its challenge was made cheaper or outdated, or if it was not solved', async () => {
    const visitor = new Visitor(server)
    const work = await workFor(visitor)
    const { data, ...parameters } = work.parameters
    const cheaper = { ...work, parameters: { ...parameters, keyPrefix: '0', data: { ...data, worth: 900 } } }
    expect(await ask(visitor, 'a@stade.invalid', await proofOf(cheaper))).toEqual([403, 'verification_failed'])
    const old = { ...work, parameters: { ...parameters, data, expiresAt: 1 } } as Challenge
    expect(await ask(visitor, 'a@stade.invalid', await proofOf(old))).toEqual([403, 'verification_failed'])
    const unsolved = { challenge: work, solution: { counter: 0, derivedKey: '00'.repeat(32) } }
    const junk = Buffer.from(JSON.stringify(unsolved)).toString('base64')
    expect(await ask(visitor, 'a@stade.invalid', junk)).toEqual([403, 'verification_failed'])
  })

  it('costs more once a domain has made many accounts: a cheaper proof is refused', async () => {
    const { db } = server.tribune.app
    const visitor = new Visitor(server)
    for (let n = 0; n < 60; n += 1) {
      const script = new Visitor(server)
      const domain = `s${n}.own.example`
      const outcome = await ask(script, `a@${domain}`, await proofOf(await workFor(script, domain)))
      expect(outcome).toEqual([200, undefined])
    }
    expect(await ask(visitor, 'b@own.example', await proofOf(await workFor(visitor)))).toEqual([
      403,
      'more_work_needed',
    ])
    const { data } = (await workFor(visitor, 'own.example')).parameters
    expect(data?.worth).toBeGreaterThan(0.02)
    expect(await ask(visitor, 'b@gmail.com', await proofOf(await workFor(visitor)))).toEqual([200, undefined])
    const rows = await db.selectFrom('auth.made_lately').select('key').execute()
    expect(JSON.stringify(rows)).not.toMatch(/example|10\.0\.|gmail/)
  })
})

describe('challenges redeemed together', () => {
  const MANY = 120
  beforeEach(async () => {
    await server.tribune.app.db.deleteFrom('auth.made_lately').execute()
  })

  /** Solves many challenges at the first price, for mailboxes of one domain, and redeems them all at once. */
  async function redeemTogether(domain: string, servers: readonly AccountsServer[]) {
    const proofs = await Promise.all(
      Array.from({ length: MANY }, async () => proofOf(await workFor(new Visitor(server)))),
    )
    const outcomes = await Promise.all(
      proofs.map((proof, n) => ask(new Visitor(servers[n % servers.length] ?? server), `n${n}@${domain}`, proof)),
    )
    return outcomes.filter(([status]) => status === 200).length
  }

  it('are priced one after another, on one server and on two', async () => {
    const other = await startAccountsServer(database.url, { env: { PROOF_OF_WORK: '0.01' } })
    const accepted = [await redeemTogether('bulk.example', [server])]
    await server.tribune.app.db.deleteFrom('auth.made_lately').execute()
    accepted.push(await redeemTogether('bulk.example', [server, other]))
    await other.close()
    // 25 are free, and a third of a doubling is tolerated: later ones were worth too little.
    for (const count of accepted) expect(count).toBeLessThanOrEqual(40)
    expect(Math.min(...accepted)).toBeGreaterThan(0)
  })

  it('do not raise the price of a domain when they are refused, and cannot be redeemed again', async () => {
    const redeem = async (n: number) =>
      ask(new Visitor(server), `n${n}@stranger.example`, await proofOf(await workFor(new Visitor(server))))
    for (let n = 0; n < MANY && (await redeem(n))[0] === 200; ) n += 1
    const priceOf = async () => Number((await workFor(new Visitor(server), 'stranger.example')).parameters.data?.worth)
    const before = await priceOf()
    const proof = await proofOf(await workFor(new Visitor(server)))
    expect(await ask(new Visitor(server), 'late@stranger.example', proof)).toEqual([403, 'more_work_needed'])
    expect(await ask(new Visitor(server), 'late@stranger.example', proof)).toEqual([403, 'verification_failed'])
    expect((await priceOf()) / before).toBeCloseTo(1, 2)
  })
})

it('a call without an address does not dilute the crowds of its network', async () => {
  const { db } = server.tribune.app
  await db.deleteFrom('auth.made_lately').execute()
  const lately = () => db.selectFrom('auth.made_lately').select('key').where('half_life_s', '=', COUNT_HALF_LIFE_S)
  for (let n = 0; n < 3; n += 1) {
    const proof = await proofOf(await workFor(new Visitor(server)))
    const body = { chain: 'ethereum', address: `0x${'2'.repeat(40)}` }
    const headers = { 'x-captcha-response': proof }
    expect((await new Visitor(server).post('/api/auth/wallet/challenge', body, headers)).statusCode).toBe(200)
  }
  expect(await lately().execute()).toEqual([])
  await ask(new Visitor(server), 'a@gmail.com', await proofOf(await workFor(new Visitor(server))))
  expect(await lately().execute()).not.toEqual([])
})

describe('a challenge', () => {
  it.each([
    ['memory-hard for a client that can solve it', ALGORITHMS, 'ARGON2ID', 32 * 1_024],
    ['PBKDF2 for a client without WebAssembly', ['PBKDF2/SHA-256'], 'PBKDF2/SHA-256', undefined],
    ['PBKDF2 for a client that names algorithms unknown to us', ['SCRYPT'], 'PBKDF2/SHA-256', undefined],
  ])('is %s', async (_, algorithms, algorithm, memoryCost) => {
    const { parameters } = await workFor(new Visitor(server), undefined, algorithms)
    expect(parameters).toMatchObject({ algorithm, ...(memoryCost === undefined ? {} : { memoryCost }) })
  })

  it('is PBKDF2 for an open page from before, which names no algorithm', async () => {
    const { work } = (await new Visitor(server).post('/api/proof-of-work', {})).json()
    expect(work.parameters.algorithm).toBe('PBKDF2/SHA-256')
  })

  it('is refused to a device that asks for too many, until they have lapsed', async () => {
    const device = new Visitor(server)
    const statuses: number[] = []
    for (let n = 0; n < MAX_ASKED_BY_DEVICE + 3; n += 1) statuses.push((await askWork(device)).statusCode)
    expect(statuses.slice(0, MAX_ASKED_BY_DEVICE).every((status) => status === 200)).toBe(true)
    expect(statuses.at(-1)).toBe(429)
    expect((await askWork(new Visitor(server))).statusCode).toBe(200)
    server.clock.advance(WORK_LIFE_S * 1_000)
    expect((await askWork(device)).statusCode).toBe(200)
  })
})

describe('an installed app that is outdated', () => {
  it('is asked to update, and a browser is not', async () => {
    const other = await startAccountsServer(database.url, {
      env: { PROOF_OF_WORK: '0.01', NATIVE_APP_MIN_VERSION: '1.4.0' },
    })
    const code = async (body: object, headers: Record<string, string> = {}) => {
      const answer = await new Visitor(other).post('/api/proof-of-work', body, headers)
      return [answer.statusCode, answer.json().error?.code]
    }
    const native = { origin: 'capacitor://localhost' }
    expect(await code({}, native)).toEqual([426, 'app_outdated'])
    expect(await code({ app_version: '1.3.9' }, native)).toEqual([426, 'app_outdated'])
    expect(await code({ app_version: '1.10.0' }, native)).toEqual([200, undefined])
    expect(await code({})).toEqual([200, undefined])
    await other.close()
  })
})

describe('the count of recent accounts', () => {
  const count = (keys: string[], at: Date, halfLifeS = COUNT_HALF_LIFE_S) =>
    countLately(database.db, { counted: keys, halfLifeS, read: [] }, at)
  const read = (keys: string[], at: Date) =>
    countLately(database.db, { counted: [], halfLifeS: COUNT_HALF_LIFE_S, read: keys }, at)

  it('includes the call itself, halves after its half-life, and is forgotten', async () => {
    const { db } = database
    const now = new Date()
    const before = new Date(now.getTime() - DAY_MS)
    await count(['k', 'j'], before)
    expect((await count(['k'], before)).get('k')).toBe(2)
    expect((await read(['k', 'none'], now)).get('k')).toBeCloseTo(1)
    await count(['k'], now)
    expect([...(await read(['j', 'k'], now)).values()].sort()).toEqual([0.5, 2])
    await count(['asked'], new Date(now.getTime() - 2 * ASKED_HALF_LIFE_S * 1_000), ASKED_HALF_LIFE_S)
    expect((await read(['asked'], now)).get('asked')).toBeCloseTo(0.25)
    await count(['old'], new Date(now.getTime() - 15 * DAY_MS))
    await forgetEnded(db)
    expect((await read(['old', 'k'], now)).size).toBe(1)
  })

  it('differs for each of concurrent calls', async () => {
    const counts = await Promise.all(Array.from({ length: 20 }, () => count(['together'], new Date())))
    const seen = counts.map((one) => Math.round(one.get('together') ?? 0)).sort((one, other) => one - other)
    expect(seen).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
  })

  it('falls by one when a call is undone, and not below zero', async () => {
    const now = new Date()
    await count(['back'], now)
    await count(['back'], now)
    await uncountLately(database.db, ['back', 'never'])
    expect((await read(['back'], now)).get('back')).toBeCloseTo(1)
    await uncountLately(database.db, ['back'])
    await uncountLately(database.db, ['back'])
    expect((await read(['back'], now)).get('back')).toBe(0)
  })
})

it('the proof of work cannot be turned off, nor made almost free, in production', () => {
  const env = { NODE_ENV: 'production', ALLOW_STANDINS: 'database,football,mail,openid,push,secret,sms' }
  for (const value of ['off', '0.1']) {
    expect(() => readConfig({ ...env, PROOF_OF_WORK: value })).toThrow('PROOF_OF_WORK: at least 0.5 in production')
  }
})
