import { createHmac } from 'node:crypto'
import { DELETION_CONFIRMATION } from '@tribune/contract/account-constants.ts'
import { MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { URI } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { sessionCookieName } from '../../http/signed-token.ts'
import { joinAs, signIn, startAccountsServer, Visitor } from '../../testing/accounts.ts'
import { ORIGIN, PASSWORD, SECRET } from '../../testing/constants.ts'
import { vouchedServerForFile } from '../../testing/for-file.ts'
import { visitProvider } from '../../testing/openid.ts'

const SESSION = sessionCookieName(false)
const { server, database } = vouchedServerForFile(['google'])
let fans = 0

async function join(name: string): Promise<{ visitor: Visitor; email: string }> {
  fans += 1
  const email = `${name}-${fans}@stade.invalid`
  return { visitor: await joinAs(server, email), email }
}
const me = async (visitor: Visitor) => (await visitor.get('/api/me')).json().fan
const code = (answer: { json(): { code?: string; error?: { code: string } } }) => {
  const body = answer.json()
  return body.code ?? body.error?.code
}
const b64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('a session token', () => {
  it('is not accepted with a re-encoded signature, as a cookie or a bearer token', async () => {
    const { visitor } = await join('ecriture')
    const signed = decodeURIComponent(visitor.cookies.get(SESSION) ?? '')
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
    const sibling = letters[letters.indexOf(signed.at(-2) ?? '') ^ 1]
    const other = `${signed.slice(0, -2)}${sibling}=`
    const asCookie = new Visitor(server)
    asCookie.cookies.set(SESSION, encodeURIComponent(other))
    expect((await asCookie.get('/api/auth/get-session')).json()).toBeNull()
    const asToken = new Visitor(server)
    expect((await asToken.get('/api/auth/get-session', { authorization: `Bearer ${other}` })).json()).toBeNull()
    expect((await asToken.get('/api/auth/get-session', { authorization: `Bearer ${signed}` })).json()).not.toBeNull()
  })

  it('that has ended is not accepted with a second-factor code, which counts against the account that signed in', async () => {
    const { visitor, email } = await join('finie')
    const { totpURI } = (await visitor.post('/api/auth/two-factor/enable', { password: PASSWORD })).json()
    const code = URI.parse(totpURI).generate()
    expect((await visitor.post('/api/auth/two-factor/verify-totp', { code })).statusCode).toBe(200)
    const { visitor: thief } = await join('voleuse')
    const session = thief.cookies.get(SESSION) ?? ''
    await server.tribune.app.pool.query(
      `UPDATE auth.session SET expires_at = now() - interval '1 second' WHERE token = $1`,
      [decodeURIComponent(session).split('.')[0]],
    )
    const both = new Visitor(server)
    await signIn(both, email)
    both.cookies.set(SESSION, session)
    await both.post('/api/auth/two-factor/verify-totp', { code })
    expect(await me(both)).toBeNull()
  })
})

describe('a signed value', () => {
  it.each(['?token=MINE', '?token=MINE&error=', '?a=1&token=MINE#x'])(
    'is not issued for a token that the caller supplies: %s',
    async (query) => {
      for (const token of ['x', 'MINE']) {
        const back = encodeURIComponent(`/profile${query}`)
        const answer = await new Visitor(server).get(`/api/auth/reset-password/${token}?callbackURL=${back}`)
        expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([302, undefined])
      }
    },
  )

  it('of a session is not accepted as a recovery cookie', async () => {
    const { visitor, email } = await join('oubli')
    const raw = decodeURIComponent(visitor.cookies.get(SESSION) ?? '')
    const forgetful = new Visitor(server)
    await forgetful.post('/api/auth/request-password-reset', { email, redirectTo: '/profile?type=recovery' })
    const { links } = await server.outbox.waitFor(email, 2)
    await forgetful.get(links[0] ?? '')
    const stored = decodeURIComponent(forgetful.cookies.get('better-auth.recovery') ?? '')
    expect(stored).toMatch(/^recovery /)
    const other = new Visitor(server)
    other.cookies.set('better-auth.recovery', encodeURIComponent(raw))
    expect(code(await other.post('/api/auth/reset-password', { newPassword: 'un-mot-tout-neuf' }))).toBe(
      'INVALID_TOKEN',
    )
  })

  it('never changes an email address, regardless of its signer', async () => {
    const { visitor, email } = await join('tetue')
    const now = Math.floor(Date.now() / 1_000)
    const head = b64({ alg: 'HS256' })
    for (const order of [{ updateTo: 'prise@evil.example' }, { requestType: 'change-email-verification' }]) {
      const body = `${head}.${b64({ email, iat: now, exp: now + 600, ...order })}`
      const signature = createHmac('sha256', SECRET).update(body).digest('base64url')
      const query = new URLSearchParams({ token: `${body}.${signature}`, callbackURL: '/profile' })
      const answer = await new Visitor(server).get(`/api/auth/verify-email?${query}`, { 'x-tribune-confirm': '1' })
      expect([answer.statusCode, answer.cookies.map(({ name }) => name)]).toEqual([401, []])
    }
    expect(await me(visitor)).toMatchObject({ email })
  })
})

describe('a call that names two people', () => {
  /** Each: the intruder’s token and the victim’s, written so that two readers could disagree. */
  const FORMS: [string, (mine: string, theirs: string) => Record<string, string>][] = [
    ['with a tab before a name', (mine, theirs) => ({ cookie: `x=1;\t${SESSION}=${theirs}; ${SESSION}=${mine}` })],
    ['with a space after a name', (mine, theirs) => ({ cookie: `${SESSION} =${theirs}; ${SESSION}=${mine}` })],
    ['with a name within a value', (mine, theirs) => ({ cookie: `x=a ${SESSION}=${mine}; ${SESSION}=${theirs}` })],
    ['twice', (mine, theirs) => ({ cookie: `${SESSION}=${mine}; ${SESSION}=${theirs}` })],
    ['in quotes', (_mine, theirs) => ({ cookie: `${SESSION}="${theirs}"` })],
    [
      'by a token and a cookie',
      (mine, theirs) => ({ authorization: `Bearer ${mine.replace('.', '%2E')}`, cookie: `${SESSION}=${theirs}` }),
    ],
    [
      'by an invalid token and a cookie',
      (_mine, theirs) => ({ authorization: 'Bearer x', cookie: `${SESSION}=${theirs}` }),
    ],
  ]

  it.each(FORMS)('%s is the same one everywhere', async (_what, headersOf) => {
    const [mine, theirs] = [await join('intruse'), await join('victime')]
    const [a, b] = [mine, theirs].map(({ visitor }) => visitor.cookies.get(SESSION) ?? '')
    const headers = headersOf(a ?? '', b ?? '')
    const nobody = new Visitor(server)
    const ours = (await nobody.get('/api/me', headers)).json().fan?.email ?? null
    const library = (await nobody.get('/api/auth/get-session', headers)).json()?.user?.email ?? null
    expect(library).toBe(ours)
  })
})

describe('a request body', () => {
  it.each([
    ['application/x-www-form-urlencoded', (email: string) => `{=1&email=${encodeURIComponent(email)}&password=faux`],
    ['application/x-www-form-urlencoded', (email: string) => `email=${encodeURIComponent(email)}&password=faux`],
    ['text/plain', (email: string) => JSON.stringify({ email, password: 'faux' })],
  ])('sent as %s is refused, so that no password in it is tried', async (type, bodyOf) => {
    const { email } = await join('devinee')
    const answer = await new Visitor(server).post('/api/auth/sign-in/email', bodyOf(email), { 'content-type': type })
    expect([answer.statusCode, code(answer)]).toEqual([415, 'unsupported_media'])
  })

  it.each(['\uFEFF', ' \n'])('that begins with %j is counted like any other', async (start) => {
    const { email } = await join('comptee')
    const guess = () =>
      new Visitor(server).post('/api/auth/sign-in/email', start + JSON.stringify({ email, password: 'faux' }))
    const statuses: number[] = []
    for (let count = 0; count < 11; count += 1) statuses.push((await guess()).statusCode)
    expect(statuses).toEqual([...Array(10).fill(401), 429])
  })

  it.each(['[]', 'null', '"x"', '{', '1'])('that is not a JSON object is refused: %s', async (body) => {
    const answer = await new Visitor(server).post('/api/auth/sign-in/email', body)
    expect([answer.statusCode, code(answer)]).toEqual([400, 'invalid_request'])
  })
})

describe('a session that began long ago', () => {
  it('does not add the second factor that it began earlier, and removing one does not refresh it', async () => {
    const { visitor } = await join('vieille')
    const begun = (await visitor.post('/api/auth/two-factor/enable', { password: PASSWORD })).json()
    const totp = URI.parse(begun.totpURI) as unknown as { generate(): string }
    const prove = () => visitor.post('/api/auth/two-factor/verify-totp', { code: totp.generate() })
    server.clock.advance(61 * MINUTE_MS)
    const late = await prove()
    server.clock.advance(-61 * MINUTE_MS)
    expect(code(late)).toBe('sign_in_again')
    server.clock.advance(50 * MINUTE_MS)
    const inTime = await prove()
    const off = await visitor.post('/api/auth/two-factor/disable', { password: PASSWORD })
    server.clock.advance(11 * MINUTE_MS)
    const later = await visitor.post('/api/auth/two-factor/enable', { password: PASSWORD })
    server.clock.advance(-61 * MINUTE_MS)
    expect([inTime.statusCode, off.statusCode, code(later)]).toEqual([200, 200, 'sign_in_again'])
  })

  it('does not make a used code valid again once it has ended', async () => {
    const { visitor, email } = await join('rejouee')
    const begun = (await visitor.post('/api/auth/two-factor/enable', { password: PASSWORD })).json()
    const totp = URI.parse(begun.totpURI) as unknown as { generate(options?: object): string }
    await visitor.post('/api/auth/two-factor/verify-totp', { code: totp.generate() })
    const dead = (await join('partie')).visitor
    const token = dead.cookies.get(SESSION) ?? ''
    await dead.post('/api/auth/sign-out', {})
    const next = totp.generate({ timestamp: Date.now() + 30_000 })
    const enter = async (more: boolean) => {
      const elsewhere = new Visitor(server)
      await signIn(elsewhere, email)
      if (more) elsewhere.cookies.set(SESSION, token)
      return (await elsewhere.post('/api/auth/two-factor/verify-totp', { code: next })).statusCode
    }
    expect([await enter(false), await enter(true)]).toEqual([200, 401])
  })
})

describe('a sign-in under way', () => {
  const link = async (visitor: Visitor) => {
    const begun = await visitor.post('/api/auth/link-social', {
      provider: 'google',
      callbackURL: '/',
      errorCallbackURL: '/profile',
    })
    return visitProvider(begun.json().url, { email: `lien-${fans}@gmail.invalid` })
  }

  it('adds no sign-in method once the fan has ended their sessions', async () => {
    const { visitor, email } = await join('chassee')
    const { url } = await link(visitor)
    await visitor.post('/api/me/sessions/end', { scope: 'global' })
    expect((await visitor.get(url)).headers.location).toBe('/profile?error=state_mismatch')
    const { rows } = await server.tribune.app.pool.query(
      `SELECT provider_id FROM auth.account a JOIN auth."user" u ON u.id = a.user_id WHERE u.email = $1`,
      [email],
    )
    expect(rows).toEqual([{ provider_id: 'credential' }])
  })

  it('leaves nothing of a provider here, even if the account there is linked again', async () => {
    const { visitor } = await join('redite')
    for (const _time of ['first', 'second']) await visitor.get((await link(visitor)).url)
    const { rows } = await server.tribune.app.pool.query(
      `SELECT access_token, refresh_token, id_token, scope, access_token_expires_at FROM auth.account WHERE provider_id = 'google'`,
    )
    expect(new Set(rows.flatMap((row) => Object.values(row)))).toEqual(new Set([null]))
  })

  it('continues when a fan with a similar address deletes their account', async () => {
    const short = await joinAs(server, 'axel@stade.invalid')
    await joinAs(server, 'paxel@stade.invalid')
    await new Visitor(server).post('/api/auth/sign-in/magic-link', { email: 'paxel@stade.invalid', callbackURL: '/' })
    const { links } = await server.outbox.waitFor('paxel@stade.invalid', 2)
    await short.post('/api/functions/delete-user-account', DELETION_CONFIRMATION)
    const token = new URL(links.find((one) => one.includes('link=')) ?? '').searchParams.get('link')
    expect((await new Visitor(server).get(`/api/auth/magic-link/verify?token=${token}`)).statusCode).toBe(200)
  })

  it('stays valid when one message too many is requested', async () => {
    const phone = '+33600000701'
    const ask = () => new Visitor(server).post('/api/auth/phone-number/send-otp', { phoneNumber: phone })
    for (let count = 1; count < 5; count += 1) {
      await ask()
      await server.texts.waitFor(phone, count)
    }
    await ask()
    const { text } = await server.texts.waitFor(phone, 5)
    expect(code(await ask())).toBe('TOO_MANY_MESSAGES')
    const body = { phoneNumber: phone, code: text.slice(0, 6) }
    expect((await new Visitor(server).post('/api/auth/phone-number/verify', body)).statusCode).toBe(200)
  })

  it('ends elsewhere when a sign-in method is removed', async () => {
    const { visitor } = await join('retiree')
    await visitor.get((await link(visitor)).url)
    const elsewhere = new Visitor(server)
    const begun = await elsewhere.post('/api/auth/sign-in/social', { provider: 'google', callbackURL: '/' })
    await elsewhere.get((await visitProvider(begun.json().url, { email: `lien-${fans}@gmail.invalid` })).url)
    expect(await me(elsewhere)).toMatchObject({ id: (await me(visitor)).id })
    const { items } = (await visitor.get('/api/me/identities')).json()
    const { id } = items.find(({ provider }: { provider: string }) => provider === 'google')
    await visitor.post('/api/me/identities/unlink', { id })
    expect([await me(elsewhere), (await me(visitor)) !== null]).toEqual([null, true])
  })
})

describe('the session that a page’s scripts see', () => {
  it('is not accepted as a token, even if a browser does not report the calling page', async () => {
    const email = 'lisible@stade.invalid'
    await new Visitor(server).post('/api/auth/sign-in/magic-link', { email, callbackURL: '/' })
    const { links } = await server.outbox.waitFor(email)
    const token = new URL(links.find((one) => one.includes('link=')) ?? '').searchParams.get('link')
    const address = `/api/auth/magic-link/verify?token=${token}`
    const answer = await new Visitor(server).get(address, { 'sec-fetch-site': 'same-origin' })
    expect([answer.statusCode, answer.headers['set-auth-token']]).toEqual([200, undefined])
  })
})

describe('texts, which cost', () => {
  it('stop for every caller at the hourly quota, regardless of the phone numbers', async () => {
    const poor = await startAccountsServer(database.url, { origin: ORIGIN, env: { SMS_PER_HOUR: '2' } })
    await poor.tribune.app.pool.query("DELETE FROM auth.attempt WHERE key LIKE 'quota%'")
    const ask = (last: number) =>
      new Visitor(poor).post('/api/auth/phone-number/send-otp', { phoneNumber: `+3360000080${last}` })
    const answers = [await ask(1), await ask(2), await ask(3), await ask(4)]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 429, 429])
    expect(code(answers[3] as (typeof answers)[0])).toBe('NO_MORE_SMS')
    await poor.texts.waitFor('+33600000802')
    expect(poor.texts.list()).toHaveLength(2)
    await poor.close()
  })
})
