import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AccountsServer, signIn, startAccountsServer, Visitor } from '../../testing/accounts.ts'
import { PASSWORD } from '../../testing/constants.ts'
import { databaseForFile } from '../../testing/for-file.ts'
import { type CaptchaJudge, startCaptchaJudge } from '../../testing/turnstile.ts'
import { CAPTCHA_PATHS } from '../endpoints.ts'

const SECRET = 'what-the-judge-knows-us-by'
const database = databaseForFile()
let judge: CaptchaJudge
let server: AccountsServer

beforeAll(async () => {
  judge = await startCaptchaJudge(SECRET)
  const env = { TURNSTILE_SITE_KEY: 'site', TURNSTILE_SECRET_KEY: SECRET, TURNSTILE_VERIFY_URL: judge.url }
  server = await startAccountsServer(database.url, { env })
})
afterAll(async () => {
  await server.close()
  await judge.close()
})

const BODIES: Readonly<Record<string, object>> = {
  '/sign-up/email': { name: 'x', email: 'robot@stade.invalid', password: PASSWORD },
  '/send-verification-email': { email: 'robot@stade.invalid' },
  '/sign-in/magic-link': { email: 'robot@stade.invalid' },
  '/request-password-reset': { email: 'robot@stade.invalid' },
  '/phone-number/send-otp': { phoneNumber: '+33600000401' },
  '/wallet/challenge': { chain: 'ethereum', address: `0x${'1'.repeat(40)}` },
}
const ask = async (path: string, proof?: string, visitor = new Visitor(server)) => {
  const headers: Record<string, string> = proof === undefined ? {} : { 'x-captcha-response': proof }
  const answer = await visitor.post(`/api/auth${path}`, BODIES[path] ?? {}, headers)
  return [answer.statusCode, answer.json().code] as const
}

describe('a captcha', () => {
  it('exposes only its public key to pages', async () => {
    const answer = await new Visitor(server).get('/api/me')
    expect(answer.json().captcha).toBe('site')
    expect(answer.body).not.toContain(SECRET)
  })

  it.each(CAPTCHA_PATHS)('is required by %s', async (path) => {
    expect(await ask(path)).toEqual([400, 'MISSING_RESPONSE'])
    expect(await ask(path, 'made-up')).toEqual([403, 'VERIFICATION_FAILED'])
    expect([server.outbox.list(), server.texts.list()]).toEqual([[], []])
  })

  it('accepts a proof once', async () => {
    judge.believed.add('a-person')
    expect(await ask('/phone-number/send-otp', 'a-person')).toEqual([200, undefined])
    await server.texts.waitFor('+33600000401')
    expect(await ask('/phone-number/send-otp', 'a-person')).toEqual([403, 'VERIFICATION_FAILED'])
    expect(judge.asked.at(-1)).toMatchObject({ secret: SECRET, response: 'a-person', remoteip: expect.any(String) })
  })

  it('is not required for a first password sign-in, whose guesses are counted', async () => {
    const asked = judge.asked.length
    expect((await signIn(new Visitor(server), 'robot@stade.invalid')).statusCode).toBe(401)
    expect(judge.asked.length).toBe(asked)
  })

  it('refuses every call while its service is down, and says so', async () => {
    judge.fail()
    const answer = await new Visitor(server).post('/api/auth/sign-in/magic-link', BODIES['/sign-in/magic-link'] ?? {}, {
      'x-captcha-response': 'a-person',
    })
    expect([answer.statusCode, answer.json().error.message]).toEqual([
      503,
      'La vérification anti-robot ne répond pas. Réessaie dans un instant.',
    ])
    expect(server.outbox.list()).toEqual([])
  })
})
