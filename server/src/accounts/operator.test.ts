import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { URI } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OpenIdStandIn, startOpenIdStandIn } from '../standins/openid/stand-in.ts'
import { type AccountsServer, joinAs, signIn, startAccountsServer, Visitor } from '../testing/accounts.ts'
import { ADMIN_EMAIL, ORIGIN, PASSWORD } from '../testing/constants.ts'
import { databaseForFile, ORGANISATION_DOMAINS } from '../testing/for-file.ts'
import { visitProvider } from '../testing/openid.ts'

const LIVE = 'https://tribune.invalid'
const PHONE = '+33612345680'
const NATIVE = { origin: 'capacitor://localhost' }
const database = databaseForFile()
let standIn: OpenIdStandIn
let server: AccountsServer
let live: AccountsServer

beforeAll(async () => {
  standIn = await startOpenIdStandIn(['google', 'apple', 'sso'], (id) => `${ORIGIN}/api/auth/callback/${id}`)
  const identityProviders = standIn.providers.map((one) =>
    one.id === 'sso' ? { ...one, domains: ORGANISATION_DOMAINS } : one,
  )
  server = await startAccountsServer(database.url, { origin: ORIGIN, identityProviders })
  live = await startAccountsServer(database.url, { origin: LIVE, production: true })
  await joinAs(server, ADMIN_EMAIL)
  await sql`UPDATE auth."user" SET phone_number = ${PHONE}, phone_number_verified = true WHERE email = ${ADMIN_EMAIL}`.execute(
    database.db,
  )
})
afterAll(async () => {
  await server.close()
  await live.close()
  await standIn.close()
})

const me = async (visitor: Visitor, headers = {}) => (await visitor.get('/api/me', headers)).json().fan

/** Makes a call of the operator's; returns `done`, or the code of its refusal. */
async function administer(visitor: Visitor, headers = {}): Promise<string> {
  const answer = await visitor.get('/api/user_profiles/count', headers)
  return answer.statusCode === 200 ? 'done' : answer.json().error.code
}

async function byMail(visitor: Visitor, at = server): Promise<void> {
  const sent = (await at.outbox.list()).filter(({ to }) => to.includes(ADMIN_EMAIL)).length
  await visitor.post('/api/auth/sign-in/magic-link', { email: ADMIN_EMAIL, callbackURL: '/' })
  const [, ...halves] = /(\d{3})\s(\d{3})/.exec((await at.outbox.waitFor(ADMIN_EMAIL, sent + 1)).text) ?? []
  await visitor.post('/api/auth/sign-in/email-otp', { email: ADMIN_EMAIL, otp: halves.join('') })
}

async function byPhone(visitor: Visitor): Promise<void> {
  await visitor.post('/api/auth/phone-number/send-otp', { phoneNumber: PHONE })
  const code = /\b\d{6}\b/.exec((await server.texts.waitFor(PHONE)).text)?.[0]
  await visitor.post('/api/auth/phone-number/verify', { phoneNumber: PHONE, code })
}

/** Through a provider that says the operator's address, or another one; gives where it leads back to. */
async function through(visitor: Visitor, provider: string, email = ADMIN_EMAIL, path = 'sign-in/social') {
  const body = { provider, callbackURL: '/', errorCallbackURL: '/profile' }
  const { url } = (await visitor.post(`/api/auth/${path}`, body)).json()
  const back = await visitProvider(url, { email })
  if (back.form === null) return (await visitor.get(back.url)).headers.location
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const posted = await new Visitor(server).post(back.url, back.form.toString(), form)
  return (await visitor.get(String(posted.headers.location))).headers.location
}

/** Hands the session of a browser over to the native app; gives the app's headers. */
async function handedOver(visitor: Visitor): Promise<Record<string, string>> {
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const { code } = (await visitor.post('/api/me/app-code', { challenge, alone: false })).json()
  const answer = await new Visitor(server).post('/api/auth/app/exchange', { code, verifier }, NATIVE)
  return { ...NATIVE, authorization: `Bearer ${answer.headers['set-auth-token']}` }
}

describe('the operator', () => {
  it.each([
    ['a password', async (visitor: Visitor) => void (await signIn(visitor, ADMIN_EMAIL)), null],
    ['a code by mail', byMail, null],
    ['a code by SMS', byPhone, 'operator_sign_in'],
    ['Google', async (visitor: Visitor) => void (await through(visitor, 'google')), 'operator_sign_in'],
    ['Apple', async (visitor: Visitor) => void (await through(visitor, 'apple')), 'operator_sign_in'],
  ] as const)(
    'signs in with %s, and administers only by an own method, in the app as in the browser',
    async (_, enter, lacks) => {
      const visitor = new Visitor(server)
      await enter(visitor)
      expect(await me(visitor)).toMatchObject({ email: ADMIN_EMAIL, is_admin: lacks === null, admin_lacks: lacks })
      expect(await administer(visitor)).toBe(lacks ?? 'done')
      expect(await administer(new Visitor(server), await handedOver(visitor))).toBe(lacks ?? 'done')
    },
  )

  it('cannot administer with a session from before sign-in methods were stored', async () => {
    const visitor = new Visitor(server)
    await signIn(visitor, ADMIN_EMAIL)
    const { sub } = { sub: (await me(visitor)).id }
    await sql`UPDATE auth.session SET amr = NULL WHERE user_id = ${sub}`.execute(database.db)
    await server.tribune.app.sessions.forget(sub)
    expect(await administer(visitor)).toBe('operator_sign_in')
  })

  it('cannot sign in through an organisation, under their own address or another one', async () => {
    const visitor = new Visitor(server)
    expect(await through(visitor, 'sso')).toContain('error=operator_by_organisation')
    expect(await me(visitor)).toBeNull()

    const signedIn = new Visitor(server)
    await signIn(signedIn, ADMIN_EMAIL)
    const linked = await through(signedIn, 'sso', 'directrice@stade.invalid', 'link-social')
    expect(linked).toContain('error=')
    const { rows } = await sql`SELECT 1 FROM auth.account WHERE provider_id = 'sso'`.execute(database.db)
    expect(rows).toEqual([])
  })

  it('cannot sign in by a method that an organisation added before', async () => {
    const other = new Visitor(server)
    await through(other, 'sso', 'ancienne@stade.invalid')
    await sql`UPDATE auth.account SET user_id = (SELECT id FROM auth."user" WHERE email = ${ADMIN_EMAIL})
      WHERE provider_id = 'sso'`.execute(database.db)
    const visitor = new Visitor(server)
    expect(await through(visitor, 'sso', 'ancienne@stade.invalid')).toContain('error=operator_by_organisation')
    expect(await me(visitor)).toBeNull()
    await sql`DELETE FROM auth.account WHERE provider_id = 'sso'`.execute(database.db)
  })
})

describe('an organisation over OpenID', () => {
  it('vouches only for addresses of its own domains, for any account', async () => {
    const visitor = new Visitor(server)
    expect(await through(visitor, 'sso', 'salariee@stade.invalid')).toBe('/')
    const stranger = 'voisine@ailleurs.invalid'
    await joinAs(server, stranger)
    const outside = new Visitor(server)
    expect(await through(outside, 'sso', stranger)).toContain('error=email_outside_organisation')
    expect(await through(outside, 'sso', 'neuve@ailleurs.invalid')).toContain('error=email_outside_organisation')
    expect(await through(outside, 'sso', 'x@stade.invalid.evil.invalid')).toContain('error=email_outside_organisation')
    expect(await me(outside)).toBeNull()
  })
})

describe('the operator in production', () => {
  it('administers nothing before the second proof, and adds one in the same session', async () => {
    const visitor = new Visitor(live)
    await signIn(visitor, ADMIN_EMAIL)
    expect(await me(visitor)).toMatchObject({ is_admin: false, admin_lacks: 'second_factor_required' })
    expect(await administer(visitor)).toBe('second_factor_required')
    await byMail(visitor, live)
    expect(await administer(visitor)).toBe('second_factor_required')

    const begun = await visitor.post('/api/auth/two-factor/enable', { password: PASSWORD })
    const totp = URI.parse(begun.json().totpURI)
    const codeOf = (later: number) => totp.generate({ timestamp: Date.now() + later * 30_000 } as never)
    expect((await visitor.post('/api/auth/two-factor/verify-totp', { code: codeOf(0) })).statusCode).toBe(200)
    expect(await administer(visitor)).toBe('done')

    const again = new Visitor(live)
    await signIn(again, ADMIN_EMAIL)
    expect(await administer(again)).toBe('not_authenticated')
    await again.post('/api/auth/two-factor/verify-totp', { code: codeOf(1) })
    expect(await me(again)).toMatchObject({ is_admin: true, admin_lacks: null })
    expect(await administer(again)).toBe('done')

    // Surer than a password, and still no way of the operator's.
    const google = new Visitor(server)
    await through(google, 'google')
    await google.post('/api/auth/two-factor/verify-backup-code', { code: begun.json().backupCodes[0] })
    expect(await me(google)).toMatchObject({ email: ADMIN_EMAIL, admin_lacks: 'operator_sign_in' })
  })
})
