import { DAY_MS } from '@tribune/domain/common/instant.ts'
import { describe, expect, it } from 'vitest'
import { createPerson, hashPassword } from '../features/fans/sign-in/service.ts'
import { createTokenSigner, sessionCookieName } from '../http/signed-token.ts'
import { joinAs, signIn, signUp, startAccountsServer, Visitor } from '../testing/accounts.ts'
import { ORIGIN, PASSWORD } from '../testing/constants.ts'
import { accountsServerForFile } from '../testing/for-file.ts'
import { openSession } from '../testing/people.ts'

const COOKIE = sessionCookieName(false)
const server = accountsServerForFile()

const me = async (headers: Record<string, string>, at = server) =>
  (await at.tribune.http.inject({ url: '/api/me', headers })).json().fan

describe('signing in', () => {
  it('is refused until the address is confirmed, and sends the confirmation mail again', async () => {
    await signUp(new Visitor(server), 'pressee@stade.invalid')
    const visitor = new Visitor(server)
    const answer = await signIn(visitor, 'pressee@stade.invalid')
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'EMAIL_NOT_VERIFIED'])
    expect([...visitor.cookies.keys()]).toEqual(['better-auth.sign_up'])
    await server.outbox.waitFor('pressee@stade.invalid', 2)
  })

  it('answers a wrong password and an unknown address equally', async () => {
    await joinAs(server, 'discrete@stade.invalid')
    const wrong = await signIn(new Visitor(server), 'discrete@stade.invalid', 'wrong-password')
    const unknown = await signIn(new Visitor(server), 'personne@stade.invalid', 'wrong-password')
    expect([wrong.statusCode, unknown.statusCode]).toEqual([401, 401])
    const wordsOf = ({ code, message }: { code: string; message: string }) => ({ code, message })
    expect(wordsOf(wrong.json())).toEqual({
      code: 'INVALID_EMAIL_OR_PASSWORD',
      message: 'Mot de passe incorrect ou compte inexistant.',
    })
    expect(wordsOf(unknown.json())).toEqual(wordsOf(wrong.json()))
  })

  it('gives a browser on our pages a cookie and no token that scripts can read', async () => {
    await joinAs(server, 'navigateur@stade.invalid')
    const visitor = new Visitor(server)
    const answer = await signIn(visitor, 'Navigateur@stade.invalid')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['set-auth-token']).toBeUndefined()
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(await me({ cookie: visitor.cookie })).toMatchObject({ email: 'navigateur@stade.invalid' })
    expect(await me({ authorization: `Bearer ${answer.json().token}` })).toBeNull()
  })

  it('gives an app outside the browser a signed bearer token, valid until it signs out', async () => {
    await joinAs(server, 'native@stade.invalid')
    const answer = await server.tribune.http.inject({
      method: 'POST',
      url: '/api/auth/sign-in/email',
      payload: { email: 'native@stade.invalid', password: PASSWORD },
    })
    const token = String(answer.headers['set-auth-token'])
    expect(await me({ authorization: `Bearer ${token}` })).toMatchObject({ email: 'native@stade.invalid' })
    expect(await me({ authorization: `Bearer ${token.split('.')[0]}` })).toBeNull()
    expect(await me({ authorization: `Bearer x${token}` })).toBeNull()
    const signOut = {
      method: 'POST' as const,
      url: '/api/auth/sign-out',
      headers: { authorization: `Bearer ${token}` },
    }
    expect((await server.tribune.http.inject(signOut)).statusCode).toBe(200)
    expect(await me({ authorization: `Bearer ${token}` })).toBeNull()
  })

  it.each(['https://evil.invalid', 'null', `${ORIGIN}.evil.invalid`])('is refused to a page of %s', async (origin) => {
    await joinAs(server, 'visee@stade.invalid')
    const visitor = new Visitor(server)
    const credentials = { email: 'visee@stade.invalid', password: PASSWORD }
    const form = 'application/x-www-form-urlencoded'
    const headers = { origin, 'sec-fetch-site': 'cross-site' }
    const answers = [
      await visitor.post('/api/auth/sign-in/email', credentials, headers),
      await visitor.post('/api/auth/sign-in/email', `${new URLSearchParams(credentials)}`, {
        ...headers,
        'content-type': form,
      }),
    ]
    expect(answers.map((answer) => answer.statusCode)).toEqual([403, 415])
    expect(visitor.cookies.size).toBe(0)
  })

  it.each([
    ['a /56 of IPv6', (n: number) => `2001:db8:1:a${(n % 256).toString(16).padStart(2, '0')}::1`, 60],
    ['a /48 of IPv6', (n: number) => `2001:db8:2:${(n % 256).toString(16)}00::1`, 120],
    ['a /24', (n: number) => `203.0.113.${n % 256}`, 120],
  ])('is limited for all addresses of %s together', async (_network, addressOf, most) => {
    const statuses: number[] = []
    for (let n = 0; n < most + 20; n += 1) {
      const from = { remoteAddress: addressOf(n), authority: new URL(ORIGIN).host }
      const headers = { origin: ORIGIN, 'content-type': 'application/json' }
      const url = '/api/auth/sign-in/email'
      statuses.push(
        (await server.tribune.http.inject({ ...from, method: 'POST', url, headers, payload: {} })).statusCode,
      )
    }
    expect(statuses).toEqual([...Array(most).fill(400), ...Array(20).fill(429)])
  })

  it('is refused for a while to a client address that tries too often', async () => {
    const visitor = new Visitor(server)
    const statuses = new Set<number>()
    for (let attempt = 0; attempt < 31; attempt += 1) {
      const answer = await visitor.post('/api/auth/sign-in/email', {})
      statuses.add(answer.statusCode)
      if (answer.statusCode !== 429) continue
      expect(answer.json().error.code).toBe('too_many_requests')
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    }
    expect([...statuses]).toEqual([400, 429])
    const claimsOther = await visitor.post('/api/auth/sign-in/email', {}, { 'x-tribune-client-address': '8.8.8.8' })
    expect(claimsOther.statusCode).toBe(429)
    expect((await new Visitor(server).post('/api/auth/sign-in/email', {})).statusCode).toBe(400)
  })
})

describe('a session', () => {
  it('is refused when unsigned, tampered with or signed with another secret', async () => {
    const visitor = await joinAs(server, 'falsifiee@stade.invalid')
    const value = decodeURIComponent(visitor.cookies.get(COOKIE) ?? '')
    const [token = '', signature = ''] = value.split('.')
    const other = createTokenSigner('another-secret-that-is-long-enough-too').sign(token)
    expect(await me({ cookie: `${COOKIE}=${encodeURIComponent(value)}` })).not.toBeNull()
    const altered = (signature.startsWith('x') ? 'y' : 'x') + signature.slice(1)
    for (const forged of [token, `${token}.`, `x${value}`, `${token}.${altered}`, other]) {
      expect(await me({ cookie: `${COOKIE}=${encodeURIComponent(forged)}` })).toBeNull()
    }
  })

  it('expires, cached or not', async () => {
    const { cookie } = await joinAs(server, 'endormie@stade.invalid')
    const { sessions } = server.tribune.app
    const { id = '' } = (await sessions.read({ cookie })) ?? {}
    try {
      server.clock.advance(59 * DAY_MS)
      expect(await sessions.read({ cookie })).not.toBeNull()
      server.clock.advance(2 * DAY_MS)
      expect(await me({ cookie })).toBeNull()
      await sessions.forget(id)
      expect(await me({ cookie })).toBeNull()
    } finally {
      server.clock.offsetMs = 0
    }
  })

  it('ends at once on every server when the fan signs out', async () => {
    const second = await startAccountsServer(server.databaseUrl)
    try {
      const visitor = await joinAs(server, 'deux-serveurs@stade.invalid')
      const { cookie } = visitor
      expect(await me({ cookie })).not.toBeNull()
      expect(await me({ cookie }, second)).not.toBeNull()
      const heard = new Promise<void>((resolve) => second.tribune.app.bus.on('fan', () => resolve()))
      expect((await visitor.post('/api/auth/sign-out', {})).statusCode).toBe(200)
      expect(await me({ cookie })).toBeNull()
      await heard
      expect(await me({ cookie }, second)).toBeNull()
      expect(visitor.cookies.size).toBe(0)
    } finally {
      await second.close()
    }
  })

  it('survives a sign-out that another site requests', async () => {
    const visitor = await joinAs(server, 'fidele@stade.invalid')
    const answer = await visitor.post('/api/auth/sign-out', {}, { origin: 'https://evil.invalid' })
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'INVALID_ORIGIN'])
    expect(await me({ cookie: visitor.cookie })).not.toBeNull()
  })

  it('travels in a cookie of https pages only, where the product is on https', async () => {
    const secure = await startAccountsServer(server.databaseUrl, { origin: 'https://tribune.invalid' })
    try {
      const visitor = await joinAs(secure, 'chiffree@stade.invalid')
      expect([...visitor.cookies.keys()]).toEqual([sessionCookieName(true)])
      expect(await me({ cookie: visitor.cookie }, secure)).toMatchObject({ email: 'chiffree@stade.invalid' })
      expect(await me({ cookie: visitor.cookie.replace('__Secure-', '') }, secure)).toBeNull()
    } finally {
      await secure.close()
    }
  })

  it('is also returned by the accounts library’s own endpoint, from the same cookie', async () => {
    const visitor = await joinAs(server, 'renouvelee@stade.invalid')
    const session = await visitor.get('/api/auth/get-session')
    expect(session.json().user).toMatchObject({ email: 'renouvelee@stade.invalid' })
  })
})

describe('a forgotten password', () => {
  it('is replaced through the mail, and all earlier sessions end', async () => {
    const before = await joinAs(server, 'etourdie@stade.invalid')
    expect(await me({ cookie: before.cookie })).not.toBeNull()
    const visitor = new Visitor(server)
    await visitor.post('/api/auth/request-password-reset', {
      email: 'etourdie@stade.invalid',
      redirectTo: '/profile?type=recovery',
    })
    const mail = await server.outbox.waitFor('etourdie@stade.invalid', 2)
    expect(mail.subject).toBe('Choisis un nouveau mot de passe')
    const { location = '' } = (await visitor.get(mail.links[0] ?? '')).headers
    const page = new URL(location, server.origin)
    expect([page.origin, page.pathname, page.searchParams.get('type')]).toEqual([server.origin, '/profile', 'recovery'])
    expect(page.searchParams.has('token')).toBe(false)
    const choose = { newPassword: 'virage-sud' }
    const former = visitor.cookie
    expect((await new Visitor(server).post('/api/auth/reset-password', choose)).statusCode).toBe(400)
    expect((await visitor.post('/api/auth/reset-password', choose)).statusCode).toBe(200)
    expect(visitor.cookies.size).toBe(0)
    expect((await visitor.post('/api/auth/reset-password', choose, { cookie: former })).statusCode).toBe(400)
    expect(await me({ cookie: before.cookie })).toBeNull()
    expect((await signIn(new Visitor(server), 'etourdie@stade.invalid')).statusCode).toBe(401)
    expect((await signIn(new Visitor(server), 'etourdie@stade.invalid', 'virage-sud')).statusCode).toBe(200)
  })

  it('is not replaced with a token that was made up, changed, or has ended', async () => {
    const email = 'prudente@stade.invalid'
    await joinAs(server, email)
    const visitor = new Visitor(server)
    await visitor.post('/api/auth/request-password-reset', { email, redirectTo: '/profile?type=recovery' })
    const { links } = await server.outbox.waitFor(email, 2)
    await visitor.get(links[0] ?? '')
    const [name = '', former = ''] = [...visitor.cookies].find(([cookie]) => cookie.endsWith('.recovery')) ?? []
    const choose = (cookie: string) =>
      new Visitor(server).post('/api/auth/reset-password', { newPassword: 'virage-sud' }, { cookie })
    for (const forged of [`x${former}`, former.replace(/\..*/, ''), 'nothing', '']) {
      expect((await choose(`${name}=${forged}`)).statusCode).toBe(400)
    }
    await server.tribune.app.db
      .updateTable('auth.verification')
      .set({ expires_at: new Date(0) })
      .execute()
    expect((await choose(`${name}=${former}`)).statusCode).toBe(400)
    const again = await new Visitor(server).get(links[0] ?? '')
    expect(again.headers.location).toBe(`${server.origin}/profile?type=recovery&error=INVALID_TOKEN`)
    expect((await signIn(new Visitor(server), email)).statusCode).toBe(200)
  })

  it('does not reveal whether an account exists', async () => {
    await joinAs(server, 'existe@stade.invalid')
    const ask = (email: string) => new Visitor(server).post('/api/auth/request-password-reset', { email })
    expect((await ask('existe@stade.invalid')).json()).toEqual((await ask('existe-pas@stade.invalid')).json())
  })
})

describe('a person of the first-start world', () => {
  it('is created only once, with a confirmed address, and can sign in with their password', async () => {
    const { app } = server.tribune
    const person = {
      email: 'Camille@supporters.invalid',
      name: 'Camille',
      passwordHash: await hashPassword(app, PASSWORD),
    }
    const first = await createPerson(app, person)
    expect(await createPerson(app, person)).toEqual(first)
    expect((await signIn(new Visitor(server), person.email)).statusCode).toBe(200)
    const token = await openSession(app, first.id)
    expect(await me({ authorization: `Bearer ${token}` })).toMatchObject({ id: first.id, email_verified: true })
  })
})
