import { DAY_MS } from '@tribune/domain/instant.ts'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { forgetEnded } from '../../features/accounts/queries.ts'
import { type AccountsServer, startAccountsServer, Visitor } from '../../testing/accounts.ts'
import { PASSWORD } from '../../testing/constants.ts'
import { databaseForFile } from '../../testing/for-file.ts'
import { CAPTCHA_PATHS } from '../endpoints.ts'
import { countMade, madeLately } from './queries.ts'

const database = databaseForFile()
let server: AccountsServer

beforeAll(async () => {
  server = await startAccountsServer(database.url, { env: { PROOF_OF_WORK: '0.01' } })
})
afterAll(() => server.close())

const workFor = async (visitor: Visitor, domain?: string) =>
  (await visitor.post('/api/proof-of-work', domain === undefined ? {} : { domain })).json().work as Challenge

async function proofOf(challenge: Challenge): Promise<string> {
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
  it.each(CAPTCHA_PATHS)('is required by %s, which accepts it', async (path) => {
    const visitor = new Visitor(server)
    const body = BODIES[path] ?? { email: 'script@stade.invalid' }
    const send = (headers = {}) => visitor.post(`/api/auth${path}`, body, headers)
    expect((await send()).json().error.code).toBe('missing_response')
    expect((await send({ 'x-captcha-response': 'made-up' })).json().error.code).toBe('verification_failed')
    const proof = await proofOf(await workFor(visitor))
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

  it('costs more once a domain has made many accounts: what was enough before is refused', async () => {
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

describe('an account made lately', () => {
  it('counts half after a day, and is forgotten', async () => {
    const { db } = database
    const now = new Date()
    const before = new Date(now.getTime() - DAY_MS)
    await countMade(db, ['k', 'j'], before)
    await countMade(db, ['k'], before)
    expect((await madeLately(db, ['k', 'none'], now)).get('k')).toBeCloseTo(1)
    await countMade(db, ['k'], now)
    expect([...(await madeLately(db, ['j', 'k'], now)).values()].sort()).toEqual([0.5, 2])
    await countMade(db, ['old'], new Date(now.getTime() - 15 * DAY_MS))
    await forgetEnded(db)
    expect((await madeLately(db, ['old', 'k'], now)).size).toBe(1)
  })
})

it('the proof of work cannot be turned off, nor made almost free, in production', () => {
  const env = { NODE_ENV: 'production', ALLOW_STANDINS: 'database,football,mail,openid,push,secret,sms' }
  for (const value of ['off', '0.1']) {
    expect(() => readConfig({ ...env, PROOF_OF_WORK: value })).toThrow('PROOF_OF_WORK: at least 0.5 in production')
  }
})
