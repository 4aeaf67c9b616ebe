import { MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { URI } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OpenIdStandIn, startOpenIdStandIn } from '../../standins/openid/stand-in.ts'
import { type AccountsServer, joinAs, signIn, startAccountsServer, Visitor } from '../../testing/accounts.ts'
import { ORIGIN, PASSWORD } from '../../testing/constants.ts'
import { databaseForFile } from '../../testing/for-file.ts'
import { type HostileProvider, startHostileProvider, visitProvider } from '../../testing/openid.ts'
import { openSession } from '../../testing/people.ts'
import { enterByWallet, ethereumWallet, type TestWallet } from '../../testing/wallets.ts'

const PERIOD_MS = 30_000
const NONCE = 'a-nonce-of-its-own-making'
const database = databaseForFile()
let standIn: OpenIdStandIn
let signer: HostileProvider
let server: AccountsServer
let fans = 0

beforeAll(async () => {
  standIn = await startOpenIdStandIn(['google', 'apple'], (id) => `${ORIGIN}/api/auth/callback/${id}`)
  const [google, apple] = standIn.providers
  if (google === undefined || apple === undefined) throw new Error('No providers')
  signer = await startHostileProvider(google)
  server = await startAccountsServer(database.url, { origin: ORIGIN, identityProviders: [signer.provider, apple] })
})
afterAll(async () => {
  await server.close()
  await signer.close()
  await standIn.close()
})

const me = async (visitor: Visitor) => (await visitor.get('/api/me')).json().fan
const prove = (visitor: Visitor, code: string) => visitor.post('/api/auth/two-factor/verify-totp', { code })
const recover = (visitor: Visitor, code: string) => visitor.post('/api/auth/two-factor/verify-backup-code', { code })
const refusal = (answer: Awaited<ReturnType<typeof prove>>) => [answer.statusCode, answer.json().code]

/** An app that makes codes. `later` is in periods: a code serves once, so the next proof takes the next one. */
function appOf(uri: string) {
  const totp = URI.parse(uri)
  return (later = 0) => totp.generate({ timestamp: Date.now() + later * PERIOD_MS } as never)
}

interface Guarded {
  readonly email: string
  readonly visitor: Visitor
  readonly codeOf: (later?: number) => string
  readonly codes: readonly string[]
}

/** A fan with a second factor. */
async function guarded(): Promise<Guarded> {
  fans += 1
  const email = `prudente-${fans}@stade.invalid`
  const visitor = await joinAs(server, email)
  const begun = await visitor.post('/api/auth/two-factor/enable', { password: PASSWORD })
  expect(begun.statusCode).toBe(200)
  const codeOf = appOf(begun.json().totpURI)
  expect((await prove(visitor, codeOf())).statusCode).toBe(200)
  return { email, visitor, codeOf, codes: begun.json().backupCodes }
}

describe('a second factor', () => {
  it('applies once its first code is entered, not before', async () => {
    const email = 'hesitante@stade.invalid'
    const visitor = await joinAs(server, email)
    const begun = (await visitor.post('/api/auth/two-factor/enable', { password: PASSWORD })).json()
    expect(begun.totpURI).toMatch(/^otpauth:\/\/totp\/Tribune:hesitante%40stade\.invalid\?/)
    expect(new Set(begun.backupCodes).size).toBe(10)
    expect(begun.backupCodes.join(' ')).toMatch(/^(?:[2-9a-hjkmnp-z]{5}-[2-9a-hjkmnp-z]{5} ?){10}$/)
    expect(await me(visitor)).toMatchObject({ two_factor: false })
    expect((await signIn(new Visitor(server), email)).json().twoFactorRedirect).toBeUndefined()

    expect(refusal(await prove(visitor, '000000'))).toEqual([401, 'INVALID_CODE'])
    expect((await prove(visitor, appOf(begun.totpURI)())).statusCode).toBe(200)
    expect(await me(visitor)).toMatchObject({ email, two_factor: true })
  })

  it('ends all other sessions of its fan, which have not passed it', async () => {
    const email = 'ailleurs@stade.invalid'
    const visitor = await joinAs(server, email)
    const elsewhere = new Visitor(server)
    await signIn(elsewhere, email)
    const begun = (await visitor.post('/api/auth/two-factor/enable', { password: PASSWORD })).json()
    expect(await me(elsewhere)).not.toBeNull()
    await prove(visitor, appOf(begun.totpURI)())
    expect(await me(elsewhere)).toBeNull()
    expect((await visitor.get('/api/me/sessions')).json().items).toHaveLength(1)
  })

  it('is neither added nor removed without the password, nor long after signing in', async () => {
    const { visitor } = await guarded()
    const orders = ['enable', 'disable', 'generate-backup-codes'].map((order) => `/api/auth/two-factor/${order}`)
    for (const order of orders) {
      expect(refusal(await visitor.post(order, { password: 'pas-le-bon' }))).toEqual([400, 'INVALID_PASSWORD'])
      expect(refusal(await visitor.post(order, {}))).toEqual([400, 'INVALID_PASSWORD'])
      expect((await new Visitor(server).post(order, { password: PASSWORD })).statusCode).toBe(401)
    }
    server.clock.advance(61 * MINUTE_MS)
    const late = await Promise.all(orders.map((order) => visitor.post(order, { password: PASSWORD })))
    server.clock.advance(-61 * MINUTE_MS)
    expect(late.map((answer) => answer.json().error.code)).toEqual(Array(3).fill('sign_in_again'))
    expect(await me(visitor)).toMatchObject({ two_factor: true })
  })

  it('is removed by its fan, who then signs in without', async () => {
    const { email, visitor } = await guarded()
    expect((await visitor.post('/api/auth/two-factor/disable', { password: PASSWORD })).statusCode).toBe(200)
    expect(await me(visitor)).toMatchObject({ two_factor: false })
    const elsewhere = new Visitor(server)
    await signIn(elsewhere, email)
    expect(await me(elsewhere)).toMatchObject({ email })
  })

  it('allows a stranger ten guesses, paid or not, at each kind of code, then reports the lockout', async () => {
    const { email, codeOf, codes } = await guarded()
    const seen: string[] = []
    const intruder = new Visitor(server)
    for (let guess = 0; guess < 100; guess += 1) {
      if (guess % 4 === 0) await signIn(intruder, email)
      // The same wrong code now and then.
      const code = String(100_000 + (guess % 7))
      seen.push(refusal(await (guess % 2 ? prove(intruder, code) : recover(intruder, code))).join())
    }
    for (const wrong of ['401,INVALID_CODE', '401,INVALID_BACKUP_CODE']) {
      expect(seen.filter((one) => one === wrong)).toHaveLength(10)
    }
    expect(new Set(seen.slice(-60))).toEqual(new Set(['429,ACCOUNT_TEMPORARILY_LOCKED']))
    await signIn(intruder, email)
    const right = await prove(intruder, codeOf(1))
    expect([...refusal(right), Number(right.headers['retry-after']) > 800]).toEqual([
      429,
      'ACCOUNT_TEMPORARILY_LOCKED',
      true,
    ])
    expect(refusal(await recover(intruder, codes[0] ?? ''))).toEqual([429, 'ACCOUNT_TEMPORARILY_LOCKED'])
    expect(right.json().error.message).toBe('Trop de codes incorrects. Réessaie dans un quart d’heure.')
    expect(await me(intruder)).toBeNull()
  })

  it('accepts each code once, even from two calls at the same time', async () => {
    const { email, codeOf } = await guarded()
    const visitors = [new Visitor(server), new Visitor(server), new Visitor(server)]
    for (const visitor of visitors) await signIn(visitor, email)
    const code = codeOf(1)
    const answers = await Promise.all(visitors.map((visitor) => prove(visitor, code)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401])
  })

  it('accepts each recovery code once, and new codes replace the old ones', async () => {
    const { email, codes, visitor } = await guarded()
    const enter = async (code = '') => {
      const elsewhere = new Visitor(server)
      await signIn(elsewhere, email)
      return refusal(await recover(elsewhere, code))[0]
    }
    expect([await enter(codes[0]), await enter(codes[0]), await enter(codes[1])]).toEqual([200, 401, 200])
    const order = '/api/auth/two-factor/generate-backup-codes'
    const fresh = (await visitor.post(order, { password: PASSWORD })).json().backupCodes
    expect([await enter(codes[2]), await enter(fresh[0])]).toEqual([401, 200])
  })

  it.each([
    ['a device that needs none any more', { code: '123456', trustDevice: true }],
    ['a code that is not used up', { code: 'aaaaa-aaaaa', disableSession: true }],
    ['no code', {}],
    ['a code of another kind', { code: 123_456 }],
    ['a code without end', { code: '1'.repeat(10_000) }],
  ])('is not asked for %s', async (_what, body) => {
    const { email } = await guarded()
    const visitor = new Visitor(server)
    await signIn(visitor, email)
    for (const kind of ['totp', 'backup-code']) {
      expect((await visitor.post(`/api/auth/two-factor/verify-${kind}`, body)).statusCode).toBe(400)
    }
  })

  it('is not accepted without a first proof, nor with the first proof of another fan', async () => {
    const { codeOf, codes } = await guarded()
    const other = await guarded()
    const nobody = new Visitor(server)
    expect(refusal(await prove(nobody, codeOf(1)))).toEqual([401, 'INVALID_TWO_FACTOR_COOKIE'])
    expect(refusal(await recover(nobody, codes[0] ?? ''))).toEqual([401, 'INVALID_TWO_FACTOR_COOKIE'])
    await signIn(nobody, other.email)
    expect((await prove(nobody, codeOf(1))).statusCode).toBe(401)
    expect(await me(nobody)).toBeNull()
  })
})

type Way = (visitor: Visitor, email: string) => Promise<{ readonly body: string; readonly headers: object }>

const mailed = async (email: string) => {
  const visitor = new Visitor(server)
  const before = server.outbox.list().filter(({ to }) => to.includes(email)).length
  await visitor.post('/api/auth/sign-in/magic-link', { email, callbackURL: '/match/7' })
  return server.outbox.waitFor(email, before + 1)
}
const through =
  (provider: string): Way =>
  async (visitor, email) => {
    const begun = await visitor.post('/api/auth/sign-in/social', { provider, callbackURL: '/match/7' })
    const { url, form } = await visitProvider(begun.json().url, { email })
    if (form === null) return visitor.get(url)
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    const posted = await new Visitor(server).post(url, form.toString(), type)
    return visitor.get(String(posted.headers.location))
  }

const giveWallet = (email: string, { chain, address }: TestWallet) =>
  server.tribune.app.pool.query(
    'INSERT INTO auth.account (user_id, provider_id, account_id) SELECT id, $2, $3 FROM auth."user" WHERE email = $1',
    [email, chain, address],
  )

/** Every sign-in method there is. */
const WAYS: Readonly<Record<string, Way>> = {
  'a password': (visitor, email) => signIn(visitor, email),
  'a link by mail': async (visitor, email) => {
    const { links } = await mailed(email)
    const link = new URL(links.find((one) => one.includes('link=')) ?? '').searchParams.get('link')
    return visitor.get(`/api/auth/magic-link/verify?token=${link}`)
  },
  'a link by mail that leads on': async (visitor, email) => {
    const { links } = await mailed(email)
    const link = new URL(links.find((one) => one.includes('link=')) ?? '').searchParams.get('link')
    return visitor.get(`/api/auth/magic-link/verify?token=${link}&callbackURL=/match/7`)
  },
  'a code by mail': async (visitor, email) => {
    const { text } = await mailed(email)
    const otp = (/(\d{3})\s(\d{3})/.exec(text) ?? []).slice(1).join('')
    return visitor.post('/api/auth/sign-in/email-otp', { email, otp })
  },
  'a code by SMS': async (visitor, email) => {
    fans += 1
    const phone = `+336000002${String(fans).padStart(2, '0')}`
    await server.tribune.app.pool.query(
      'UPDATE auth."user" SET phone_number = $1, phone_number_verified = true WHERE email = $2',
      [phone, email],
    )
    await visitor.post('/api/auth/phone-number/send-otp', { phoneNumber: phone })
    const code = (await server.texts.waitFor(phone)).text.slice(0, 6)
    return visitor.post('/api/auth/phone-number/verify', { phoneNumber: phone, code })
  },
  'a wallet': async (visitor, email) => {
    const wallet = ethereumWallet()
    await giveWallet(email, wallet)
    return enterByWallet(visitor, wallet)
  },
  Google: through('google'),
  Apple: through('apple'),
  'an identity token': (visitor, email) => {
    const now = Math.floor(Date.now() / 1_000)
    const iss = new URL(standIn.providers[0]?.discoveryUrl ?? '').origin
    const person = { sub: `token ${email}`, email, email_verified: true }
    const token = signer.sign({ iss, aud: 'google', nonce: NONCE, iat: now, exp: now + 600, ...person })
    return visitor.post('/api/auth/sign-in/social', { provider: 'google', idToken: { token, nonce: NONCE } })
  },
  'a new password, forgotten before': async (visitor, email) => {
    const before = server.outbox.list().filter(({ to }) => to.includes(email)).length
    await visitor.post('/api/auth/request-password-reset', { email, redirectTo: '/profile?type=recovery' })
    const { links } = await server.outbox.waitFor(email, before + 1)
    await visitor.get(links[0] ?? '')
    await visitor.post('/api/auth/reset-password', { newPassword: 'tout-un-nouveau-virage' })
    return signIn(visitor, email, 'tout-un-nouveau-virage')
  },
}

describe.each(Object.entries(WAYS))('signing in with %s', (_name, way) => {
  it('signs no fan in before the second proof, not even by a session token from the answer', async () => {
    const { email, codeOf } = await guarded()
    const visitor = new Visitor(server)
    const answer = await way(visitor, email)
    expect([...visitor.cookies.keys()]).not.toContain('better-auth.session_token')
    expect(await me(visitor)).toBeNull()
    expect((await visitor.get('/api/auth/get-session')).json()).toBeNull()
    const all = `${answer.body} ${JSON.stringify(answer.headers)}`
    for (const [, token = ''] of all.matchAll(/session_token=([^;"]+)/g)) {
      const held = new Visitor(server)
      held.cookies.set('better-auth.session_token', token)
      expect(await me(held)).toBeNull()
      expect((await held.get('/api/auth/get-session')).json()).toBeNull()
    }
    const { rows } = await server.tribune.app.pool.query(
      'SELECT aal FROM auth.session s JOIN auth."user" u ON u.id = s.user_id WHERE u.email = $1 AND aal = 1',
      [email],
    )
    expect(rows).toEqual([])

    expect((await prove(visitor, codeOf(1))).statusCode).toBe(200)
    expect(await me(visitor)).toMatchObject({ email, two_factor: true })
  })
})

describe('a session that never saw the second factor', () => {
  it('is not accepted, regardless of the caller that opened it', async () => {
    const { email, visitor } = await guarded()
    const token = await openSession(server.tribune.app, (await me(visitor)).id)
    const bearer = await new Visitor(server).get('/api/me', { authorization: `Bearer ${token}` })
    expect([email, bearer.json().fan]).toEqual([email, null])
  })

  it('is not opened by a provider’s callback, which leads to the second-factor challenge and keeps the path to return to', async () => {
    const { email } = await guarded()
    const answer = (await WAYS.Google?.(new Visitor(server), email)) as { headers: { location?: string } }
    expect(answer.headers.location).toBe('/profile?factor=app&back=%2Fmatch%2F7')
  })
})
