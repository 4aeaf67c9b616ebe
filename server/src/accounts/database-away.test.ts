import { isErrorCode, sentenceOf } from '@tribune/contract/errors.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AccountsServer, joinAs, startAccountsServer, Visitor } from '../testing/accounts.ts'
import { PASSWORD } from '../testing/constants.ts'
import { databaseForFile } from '../testing/for-file.ts'
import { lockWaits } from '../testing/inspect.ts'
import { type Relay, startRelay } from '../testing/relay.ts'
import { ENDPOINTS } from './endpoints.ts'

const EMAIL = 'panne@stade.invalid'
const phoneNumber = '+33600000499'
const BODIES: Readonly<Record<string, object>> = {
  '/sign-up/email': { name: 'x', email: 'neuve@stade.invalid', password: PASSWORD },
  '/send-verification-email': { email: EMAIL },
  '/sign-in/email': { email: EMAIL, password: PASSWORD },
  '/request-password-reset': { email: EMAIL },
  '/reset-password': { token: 'jeton', newPassword: 'tribune-nord-9' },
  '/sign-in/magic-link': { email: EMAIL },
  '/sign-in/email-otp': { email: EMAIL, otp: '123456' },
  '/phone-number/send-otp': { phoneNumber },
  '/phone-number/verify': { phoneNumber, code: '123456' },
  '/wallet/challenge': { chain: 'ethereum', address: `0x${'1'.repeat(40)}` },
  '/two-factor/enable': { password: PASSWORD },
  '/two-factor/verify-totp': { code: '123456' },
  '/app/exchange': { code: 'a'.repeat(43), verifier: 'b'.repeat(43) },
}
const GETS = ['/get-session', '/token', '/.well-known/jwks.json', '/magic-link/verify?token=x', '/reset-password/jeton']

const database = databaseForFile()
let relay: Relay
let server: AccountsServer
let fan: Visitor

beforeAll(async () => {
  relay = await startRelay(database.url)
  server = await startAccountsServer(relay.url)
  fan = await joinAs(server, EMAIL)
})
afterAll(async () => {
  await server.close()
  await relay.close()
})

type Answer = Awaited<ReturnType<Visitor['get']>>
/** An answer in short: nothing of the database is in a refusal, which says when to try again. */
function summary(path: string, answer: Answer): unknown[] {
  if (answer.statusCode < 500) return [path, answer.statusCode < 400 ? 'answered' : 'refused']
  const { code, message } = answer.json().error
  const isInWords = isErrorCode(code) && message === sentenceOf(code)
  return [path, answer.statusCode, code, isInWords, Number(answer.headers['retry-after']) > 0]
}

describe('while the database is away', () => {
  it('every call of the accounts that needs it is refused as busy', async () => {
    expect(Object.keys(BODIES).filter((path) => !Object.hasOwn(ENDPOINTS, path))).toEqual([])
    const callers = [new Visitor(server), fan]
    relay.down()
    const answers = []
    for (const caller of callers) {
      for (const [path, body] of Object.entries(BODIES))
        answers.push(summary(path, await caller.post(`/api/auth${path}`, body)))
      for (const path of GETS) answers.push(summary(path, await caller.get(`/api/auth${path}`)))
    }
    relay.up()
    expect(answers.filter(([, status]) => status === 500)).toEqual([])
    const failed = answers.filter(([, status]) => status === 503)
    expect(failed.map(([, , ...rest]) => rest)).toEqual(failed.map(() => ['busy', true, true]))
    expect(failed.map(([path]) => path)).toEqual(expect.arrayContaining(['/get-session', '/sign-in/email-otp']))
  })

  it('a sign-in whose database connection breaks is refused with `busy` or `outcome_unknown`', async () => {
    const visitor = new Visitor(server)
    const signIn = await database.db.transaction().execute(async (transaction) => {
      await sql`LOCK TABLE auth.session IN ACCESS EXCLUSIVE MODE`.execute(transaction)
      const answer = visitor.post('/api/auth/sign-in/email', { email: EMAIL, password: PASSWORD })
      await expect.poll(async () => (await lockWaits(database.db)) > 0, { timeout: 10_000 }).toBe(true)
      relay.cut()
      return { answer: await answer }
    })
    const [, status, code, ...rest] = summary('', signIn.answer)
    expect([status, ['busy', 'outcome_unknown'].includes(String(code)), ...rest]).toEqual([503, true, true, true])
  })
})
