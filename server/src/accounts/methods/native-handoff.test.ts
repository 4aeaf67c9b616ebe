import { createHash, randomBytes } from 'node:crypto'
import { DELETION_CONFIRMATION } from '@tribune/contract/account-constants.ts'
import { MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { APP_CODE_LIFE_S } from '@tribune/protocol/app-return.ts'
import { URI } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { joinAs, signIn, Visitor } from '../../testing/accounts.ts'
import { PASSWORD } from '../../testing/constants.ts'
import { accountsServerForFile } from '../../testing/for-file.ts'

const NATIVE = { origin: 'capacitor://localhost', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }
const server = accountsServerForFile()
let fans = 0

interface Secrets {
  readonly verifier: string
  readonly challenge: string
}

/** Makes the secrets of an app, as it does before it opens the phone's browser. */
function secrets(): Secrets {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

const join = async () => {
  fans += 1
  const email = `appli-${fans}@stade.invalid`
  return { email, browser: await joinAs(server, email) }
}
const ask = (browser: Visitor, challenge: string, alone = false) =>
  browser.post('/api/me/app-code', { challenge, alone })
const codeFor = async (browser: Visitor, challenge: string, alone = false): Promise<string> =>
  (await ask(browser, challenge, alone)).json().code
const exchange = (
  code: string,
  verifier: string,
  app = new Visitor(server),
  headers: Record<string, string> = NATIVE,
) => app.post('/api/auth/app/exchange', { code, verifier }, headers)
const outcomeOf = (answer: Awaited<ReturnType<typeof exchange>>) => [answer.statusCode, answer.json().code]
const bearer = (token: unknown) => ({ ...NATIVE, authorization: `Bearer ${token}` })
const meBy = async (token: unknown) => (await new Visitor(server).get('/api/me', bearer(token))).json().fan
const isIn = async (visitor: Visitor) => (await visitor.get('/api/me')).json().fan !== null
const sessionsOf = async (email: string) => {
  const { rows } = await server.tribune.app.pool.query(
    `SELECT s.aal, s.created_at, s.expires_at FROM auth.session s JOIN auth."user" u ON u.id = s.user_id
      WHERE u.email = $1 ORDER BY s.created_at`,
    [email],
  )
  return rows as { aal: number; created_at: Date; expires_at: Date }[]
}

/** Adds a second factor; gives the codes that its app shows, `later` periods from now. */
async function protect(browser: Visitor): Promise<(later: number) => string> {
  const begun = await browser.post('/api/auth/two-factor/enable', { password: PASSWORD })
  const totp = URI.parse(begun.json().totpURI)
  const codeOf = (later: number) => totp.generate({ timestamp: Date.now() + later * 30_000 } as never)
  expect((await browser.post('/api/auth/two-factor/verify-totp', { code: codeOf(0) })).statusCode).toBe(200)
  return codeOf
}

describe('the hand-over to the native app', () => {
  it('opens a session of its own there, by a token and no cookie, and leaves the browser’s', async () => {
    const { email, browser } = await join()
    const { verifier, challenge } = secrets()
    const app = new Visitor(server)
    const answer = await exchange(await codeFor(browser, challenge), verifier, app)
    expect([answer.statusCode, answer.json(), app.cookies.size]).toEqual([200, { entered: true }, 0])
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(await meBy(answer.headers['set-auth-token'])).toMatchObject({ email })
    expect(await isIn(browser)).toBe(true)
    expect(await sessionsOf(email)).toHaveLength(2)
  })

  it('replaces the session that the app has', async () => {
    const { email, browser } = await join()
    const [first, second] = [secrets(), secrets()]
    const former = (await exchange(await codeFor(browser, first.challenge), first.verifier)).headers['set-auth-token']
    const code = await codeFor(browser, second.challenge)
    const { headers } = await exchange(code, second.verifier, new Visitor(server), bearer(former))
    expect(await meBy(former)).toBeNull()
    expect(await meBy(headers['set-auth-token'])).toMatchObject({ email })
    expect(await sessionsOf(email)).toHaveLength(2)
  })

  it('ends the session that was opened for the app alone, at once', async () => {
    const { email, browser } = await join()
    const { verifier, challenge } = secrets()
    const code = await codeFor(browser, challenge, true)
    expect(await isIn(browser)).toBe(true)
    const { headers } = await exchange(code, verifier)
    expect(await meBy(headers['set-auth-token'])).toMatchObject({ email })
    expect(await isIn(browser)).toBe(false)
    const [only, ...others] = await sessionsOf(email)
    expect(others).toEqual([])
    expect(only?.expires_at.getTime()).toBeGreaterThan(Date.now() + 86_400_000)
  })

  it('lets that session expire if the app never exchanges the code', async () => {
    const { browser } = await join()
    await codeFor(browser, secrets().challenge, true)
    server.clock.advance(APP_CODE_LIFE_S * 1_000)
    const late = await isIn(browser)
    server.clock.advance(-APP_CODE_LIFE_S * 1_000)
    expect(late).toBe(false)
  })

  it('gives our page the cookie as usual, and its scripts no token', async () => {
    const { email, browser } = await join()
    const { verifier, challenge } = secrets()
    const page = new Visitor(server)
    const answer = await exchange(await codeFor(browser, challenge), verifier, page, {
      'sec-fetch-site': 'same-origin',
    })
    expect(answer.headers['set-auth-token']).toBeUndefined()
    expect((await page.get('/api/me')).json().fan).toMatchObject({ email })
  })

  it('is refused to a page of another site', async () => {
    const { browser } = await join()
    const { verifier, challenge } = secrets()
    const code = await codeFor(browser, challenge)
    for (const headers of [{ origin: 'https://evil.invalid' }, { 'sec-fetch-site': 'cross-site' }]) {
      const answer = await exchange(code, verifier, new Visitor(server), headers as Record<string, string>)
      expect([answer.statusCode, answer.json().error.code]).toEqual([403, 'foreign_origin'])
    }
    expect((await exchange(code, verifier)).statusCode).toBe(200)
  })
})

describe('a code for the app', () => {
  it('is given to a fan who signed in recently, for a well-formed challenge', async () => {
    const { browser } = await join()
    const { challenge } = secrets()
    expect((await ask(new Visitor(server), challenge)).statusCode).toBe(401)
    server.clock.advance(61 * MINUTE_MS)
    const late = await ask(browser, challenge)
    server.clock.advance(-61 * MINUTE_MS)
    expect([late.statusCode, late.json().error.code]).toEqual([403, 'sign_in_again'])
    for (const bad of [
      '',
      'A'.repeat(42),
      'A'.repeat(44),
      `${'A'.repeat(42)}B`,
      `${'A'.repeat(42)}+`,
      'x'.repeat(9_000),
    ]) {
      expect((await ask(browser, bad)).statusCode).toBe(400)
    }
    for (const body of [{}, { challenge }, { challenge, alone: 1 }, { challenge, alone: true, fan: 'x' }]) {
      expect((await browser.post('/api/me/app-code', body)).statusCode).toBe(400)
    }
    const foreign = await browser.post(
      '/api/me/app-code',
      { challenge, alone: true },
      { origin: 'https://evil.invalid' },
    )
    expect([foreign.statusCode, foreign.json().error.code]).toEqual([403, 'foreign_origin'])
  })

  it('works once, even for many calls at the same time', async () => {
    const { email, browser } = await join()
    const { verifier, challenge } = secrets()
    const code = await codeFor(browser, challenge)
    const answers = await Promise.all(Array.from({ length: 8 }, () => exchange(code, verifier)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(7).fill(401)])
    const again = await exchange(code, verifier)
    expect(outcomeOf(again)).toEqual([401, 'APP_CODE_USED'])
    expect(again.json().error.message).toBe('Ce retour vers l’app a déjà servi. Recommence depuis l’app.')
    expect(await sessionsOf(email)).toHaveLength(2)
  })

  it('is refused to an app that did not request it, and to every app after that attempt', async () => {
    const { email, browser } = await join()
    const [mine, theirs] = [secrets(), secrets()]
    const code = await codeFor(browser, theirs.challenge)
    expect(outcomeOf(await exchange(code, mine.verifier))).toEqual([401, 'APP_CODE_OF_ANOTHER'])
    // The challenge is not its own verifier.
    const other = await codeFor(browser, theirs.challenge)
    expect(outcomeOf(await exchange(other, theirs.challenge))).toEqual([401, 'APP_CODE_OF_ANOTHER'])
    expect(outcomeOf(await exchange(code, theirs.verifier))).toEqual([401, 'APP_CODE_USED'])
    expect(await sessionsOf(email)).toHaveLength(1)
  })

  it('of another fan opens nothing in an app that waits for its own code', async () => {
    const [victim, intruder] = [await join(), await join()]
    const [waiting, own] = [secrets(), secrets()]
    const planted = await codeFor(intruder.browser, own.challenge)
    const answer = await exchange(planted, waiting.verifier)
    expect([outcomeOf(answer), answer.headers['set-auth-token']]).toEqual([[401, 'APP_CODE_OF_ANOTHER'], undefined])
    const good = await exchange(await codeFor(victim.browser, waiting.challenge), waiting.verifier)
    expect(await meBy(good.headers['set-auth-token'])).toMatchObject({ email: victim.email })
  })

  it('is replaced by the next one of the same session', async () => {
    const { browser } = await join()
    const { verifier, challenge } = secrets()
    const [former, newest] = [await codeFor(browser, challenge), await codeFor(browser, challenge)]
    expect(outcomeOf(await exchange(former, verifier))).toEqual([401, 'APP_CODE_REVOKED'])
    expect((await exchange(newest, verifier)).statusCode).toBe(200)
  })

  it('expires after two minutes', async () => {
    const { verifier, challenge } = secrets()
    const codes = [await join(), await join()].map(({ browser }) => codeFor(browser, challenge))
    const [early = '', late = ''] = await Promise.all(codes)
    server.clock.advance(APP_CODE_LIFE_S * 1_000 - 1_000)
    const inTime = await exchange(early, verifier)
    server.clock.advance(1_000)
    const after = await exchange(late, verifier)
    server.clock.advance(-APP_CODE_LIFE_S * 1_000)
    expect([inTime.statusCode, outcomeOf(after)]).toEqual([200, [401, 'APP_CODE_EXPIRED']])
  })

  it.each<[string, (browser: Visitor) => Promise<unknown>, string]>([
    ['its fan signed out', (browser) => browser.post('/api/auth/sign-out', {}), 'APP_CODE_REVOKED'],
    [
      'they ended their sessions',
      (browser) => browser.post('/api/me/sessions/end', { scope: 'global' }),
      'APP_CODE_REVOKED',
    ],
    ['they added a second factor', protect, 'APP_CODE_REVOKED'],
    [
      'they deleted their account',
      (browser) => browser.post('/api/functions/delete-user-account', DELETION_CONFIRMATION),
      'APP_CODE_USED',
    ],
  ])('is refused once %s', async (_what, end, reason) => {
    const { email, browser } = await join()
    const { verifier, challenge } = secrets()
    const code = await codeFor(browser, challenge)
    await end(browser)
    const before = (await sessionsOf(email)).length
    const answer = await exchange(code, verifier)
    expect([outcomeOf(answer), answer.headers['set-auth-token']]).toEqual([[401, reason], undefined])
    expect(await sessionsOf(email)).toHaveLength(before)
  })

  it.each([
    ['nothing', {}],
    ['no verifier', { code: 'A'.repeat(43) }],
    ['a short code', { code: 'A'.repeat(42), verifier: 'A'.repeat(43) }],
    ['a long verifier', { code: 'A'.repeat(43), verifier: 'A'.repeat(4_300) }],
    ['an object', { code: { $ne: null }, verifier: 'A'.repeat(43) }],
    ['more than that', { code: 'A'.repeat(43), verifier: 'A'.repeat(43), fan: 'x' }],
  ])('is not exchanged with %s', async (_what, body) => {
    const answer = await new Visitor(server).post('/api/auth/app/exchange', body, NATIVE)
    expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'invalid_request'])
  })

  it('is stored as a hash, without any secret that opens it, and is deleted with the account', async () => {
    const { browser } = await join()
    const { verifier, challenge } = secrets()
    const code = await codeFor(browser, challenge)
    const rows = async () =>
      (
        await server.tribune.app.pool.query('SELECT identifier, value FROM auth.verification WHERE value LIKE $1', [
          `%${challenge}%`,
        ])
      ).rows
    const stored = JSON.stringify(await rows())
    expect(stored).toContain(challenge)
    for (const secret of [code, verifier, ...browser.cookies.values()]) {
      expect(stored).not.toContain(decodeURIComponent(secret).split('.')[0])
    }
    await browser.post('/api/functions/delete-user-account', DELETION_CONFIRMATION)
    expect(await rows()).toEqual([])
  })
})

describe('the app’s session', () => {
  it('keeps the assurance level of the one that hands over, and asks for no second code', async () => {
    const { email, browser } = await join()
    const codeOf = await protect(browser)
    const { verifier, challenge } = secrets()
    const waiting = new Visitor(server)
    expect((await signIn(waiting, email)).json().twoFactorRedirect).toBe(true)
    expect((await ask(waiting, challenge)).statusCode).toBe(401)
    await waiting.post('/api/auth/two-factor/verify-totp', { code: codeOf(1) })
    const answer = await exchange(await codeFor(waiting, challenge), verifier)
    expect([answer.statusCode, answer.json()]).toEqual([200, { entered: true }])
    expect(await meBy(answer.headers['set-auth-token'])).toMatchObject({ email, two_factor: true })
    expect((await sessionsOf(email)).map(({ aal }) => aal)).toEqual([2, 2, 2])
  })

  it('does not vouch for a second factor that the one that hands over never saw', async () => {
    const { email, browser } = await join()
    const { verifier, challenge } = secrets()
    const first = await codeFor(browser, challenge)
    const mark = (on: boolean) =>
      server.tribune.app.pool.query('UPDATE auth."user" SET two_factor_enabled = $2 WHERE email = $1', [email, on])
    await mark(true)
    expect(outcomeOf(await exchange(first, verifier))).toEqual([401, 'APP_CODE_REVOKED'])
    await mark(false)
    await exchange(await codeFor(browser, challenge), verifier)
    expect((await sessionsOf(email)).map(({ aal }) => aal)).toEqual([1, 1])
  })

  it('is as old as the one that hands over, and handing over again does not refresh it', async () => {
    const { browser } = await join()
    const { verifier, challenge } = secrets()
    server.clock.advance(50 * MINUTE_MS)
    const { headers } = await exchange(await codeFor(browser, challenge), verifier)
    const body = { challenge, alone: false }
    const app = new Visitor(server)
    const inTime = await app.post('/api/me/app-code', body, bearer(headers['set-auth-token']))
    server.clock.advance(11 * MINUTE_MS)
    const late = await app.post('/api/me/app-code', body, bearer(headers['set-auth-token']))
    server.clock.advance(-61 * MINUTE_MS)
    expect([inTime.statusCode, late.statusCode, late.json().error?.code]).toEqual([200, 403, 'sign_in_again'])
  })

  it('replaces the one that the app had', async () => {
    const { email, browser } = await join()
    const [one, two] = [secrets(), secrets()]
    const former = (await exchange(await codeFor(browser, one.challenge), one.verifier)).headers['set-auth-token']
    const code = await codeFor(browser, two.challenge)
    const next = await exchange(code, two.verifier, new Visitor(server), bearer(former))
    expect([await meBy(former), (await meBy(next.headers['set-auth-token'])).email]).toEqual([null, email])
    expect(await sessionsOf(email)).toHaveLength(2)
  })
})
