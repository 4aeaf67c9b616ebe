import { CONFIRM_HEADER } from '@tribune/contract/account-constants.ts'
import { describe, expect, it } from 'vitest'
import { joinAs, signIn, signUp, Visitor } from '../../../testing/accounts.ts'
import { ADMIN_EMAIL, ORIGIN, PASSWORD } from '../../../testing/constants.ts'
import { accountsServerForFile } from '../../../testing/for-file.ts'

/** Header that our page sends when it opens the link. */
const BY_SCRIPT = { [CONFIRM_HEADER]: '1' }
const server = accountsServerForFile()

describe('signing up', () => {
  it('sends a mail whose link signs the fan in on the page they came from', async () => {
    const visitor = new Visitor(server)
    const answer = await signUp(visitor, 'Nora@Stade.invalid', { callbackURL: '/match/123?compte=confirme' })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ token: null, user: { email: 'nora@stade.invalid', emailVerified: false } })
    expect([...visitor.cookies.keys()]).toEqual(['better-auth.sign_up'])

    const mail = await server.outbox.waitFor('nora@stade.invalid')
    expect(mail.subject).toBe('Confirme ton adresse e-mail')
    expect(mail.html).toContain('Confirmer mon adresse')
    const link = mail.links[0] ?? ''
    expect(link).toMatch(/^http:\/\/tribune\.invalid:3000\/api\/auth\/verify-email\?token=/)

    const opened = await visitor.get(link)
    expect(opened.statusCode).toBe(302)
    expect(opened.headers.location).toBe('/match/123?compte=confirme')
    const [cookie = ''] = [opened.headers['set-cookie'] ?? []].flat()
    expect(cookie).toMatch(/^better-auth\.session_token=/)
    expect(cookie).toContain('; HttpOnly')
    expect(cookie).toContain('; SameSite=Lax')
    expect(cookie).not.toContain('Secure')

    const me = await visitor.get('/api/me')
    expect(me.headers['cache-control']).toBe('no-store')
    expect(me.json()).toEqual({
      fan: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        email: 'nora@stade.invalid',
        verified: true,
        email_verified: true,
        is_admin: false,
        admin_lacks: null,
        two_factor: false,
        phone: null,
        xp: 0,
        vote_count: 0,
        voting_closed: null,
      },
      identity_providers: [],
      captcha: null,
    })
  })

  it('sends the mail again while the address is not confirmed, and the newer password holds', async () => {
    const email = 'deux-fois@stade.invalid'
    const visitor = new Visitor(server)
    await signUp(visitor, email, { password: 'first-password' })
    await server.outbox.waitFor(email)
    const again = await signUp(visitor, email, { password: 'second-password', callbackURL: '/points' })
    expect(again.statusCode).toBe(200)
    const mail = await server.outbox.waitFor(email, 2)
    const opened = await visitor.get(mail.links[0] ?? '')
    expect(opened.headers.location).toBe('/points')
    expect((await signIn(new Visitor(server), email, 'first-password')).statusCode).toBe(401)
    expect((await signIn(new Visitor(server), email, 'second-password')).statusCode).toBe(200)
  })

  it('reports an address that already has a confirmed account, and changes nothing', async () => {
    const email = 'connue@stade.invalid'
    await joinAs(server, email)
    const answer = await signUp(new Visitor(server), email.toUpperCase(), { password: 'another-password' })
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toEqual({
      code: 'USER_ALREADY_EXISTS',
      message: 'Un compte existe déjà avec cet email (peut-être créé avec Google/Apple). Utilisez la connexion.',
      error: {
        code: 'user_already_exists',
        message: 'Un compte existe déjà avec cet email (peut-être créé avec Google/Apple). Utilisez la connexion.',
        id: expect.any(String),
      },
    })
    expect((await signIn(new Visitor(server), email, 'another-password')).statusCode).toBe(401)
    expect((await signIn(new Visitor(server), email, PASSWORD)).statusCode).toBe(200)
  })

  it('creates one account for two simultaneous sign-ups with the same address', async () => {
    const email = 'jumelle@stade.invalid'
    const answers = await Promise.all([signUp(new Visitor(server), email), signUp(new Visitor(server), email)])
    expect(answers.map((answer) => answer.statusCode).filter((status) => status !== 200 && status !== 422)).toEqual([])
    const users = await server.tribune.app.db.selectFrom('auth.user').select('id').where('email', '=', email).execute()
    const ids = users.map(({ id }) => id)
    expect(ids).toHaveLength(1)
    const ways = await server.tribune.app.db
      .selectFrom('auth.account')
      .select('id')
      .where('user_id', 'in', ids)
      .execute()
    expect(ways).toHaveLength(1)
  })

  it('that fails half-way leaves nothing behind', async () => {
    const { pool } = server.tribune.app
    await pool.query(`
      CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'disk full'; END $$;
      CREATE TRIGGER fail BEFORE INSERT ON auth.account EXECUTE FUNCTION fail()`)
    const answer = await signUp(new Visitor(server), 'moitie@stade.invalid')
    await pool.query('DROP TRIGGER fail ON auth.account')
    expect([answer.statusCode, answer.body.includes('disk')]).toEqual([500, false])
    const { rowCount } = await pool.query(`SELECT FROM auth."user" WHERE email = 'moitie@stade.invalid'`)
    expect(rowCount).toBe(0)
  })

  it.each([
    ['a password of five characters', { password: '12345' }, 'PASSWORD_TOO_SHORT'],
    ['a password without end', { password: 'x'.repeat(129) }, 'PASSWORD_TOO_LONG'],
    ['an address longer than mail allows', { email: `${'a'.repeat(250)}@stade.invalid` }, 'INVALID_EMAIL'],
    ['not an address', { email: 'stade' }, 'INVALID_EMAIL'],
    ['the password that everybody has', { password: '123456' }, 'PASSWORD_GUESSABLE'],
    ['the password that every Frenchman has', { password: 'azerty' }, 'PASSWORD_GUESSABLE'],
    ['their own address as a password', { password: 'bancale@stade.invalid' }, 'PASSWORD_GUESSABLE'],
    ['a box made to be thrown away', { email: 'fan@mailinator.com' }, 'DISPOSABLE_EMAIL'],
  ])('refuses %s', async (_name, more, code) => {
    const answer = await signUp(new Visitor(server), 'bancale@stade.invalid', more)
    expect([answer.statusCode, answer.json().code]).toEqual([400, code])
  })

  it('accepts a password of six characters', async () => {
    expect((await signUp(new Visitor(server), 'six@stade.invalid', { password: 'k7#qZ!' })).statusCode).toBe(200)
  })

  it('resends the confirmation mail on request, but only to an unconfirmed account, and answers an unknown address the same way', async () => {
    const email = 'encore@stade.invalid'
    const visitor = new Visitor(server)
    await signUp(visitor, email)
    // Two mails at once may arrive in either order.
    await server.outbox.waitFor(email)
    const ask = (address: string) =>
      new Visitor(server).post('/api/auth/send-verification-email', { email: address, callbackURL: '/rankings' })
    const [waiting, unknown] = await Promise.all([ask(email), ask('inconnue@stade.invalid')])
    expect([waiting.statusCode, unknown.statusCode]).toEqual([200, 200])
    expect(waiting.json()).toEqual(unknown.json())
    const mail = await server.outbox.waitFor(email, 2)
    expect((await visitor.get(mail.links[0] ?? '')).headers.location).toBe('/rankings')
    expect(server.outbox.list().some((sent) => sent.to.includes('inconnue@stade.invalid'))).toBe(false)
  })
})

describe('the link of the mail', () => {
  it('signs in once; opened again it only leads back', async () => {
    await joinAs(server, 'deux-clics@stade.invalid')
    const { links } = await server.outbox.waitFor('deux-clics@stade.invalid')
    const other = new Visitor(server)
    const opened = await other.get(links[0] ?? '', BY_SCRIPT)
    expect([opened.statusCode, opened.headers.location]).toEqual([302, '/match/123'])
    expect(other.cookies.size).toBe(0)
  })

  it('opened in another browser than the one that signed up only leads to a page', async () => {
    const email = 'gardee@stade.invalid'
    const visitor = new Visitor(server)
    await signUp(visitor, email, { callbackURL: '/match/7' })
    const { links } = await server.outbox.waitFor(email)
    const link = new URL(links[0] ?? '')
    const guard = new Visitor(server)
    const page = new URL(String((await guard.get(link.href)).headers.location), server.origin)
    expect([page.pathname, page.searchParams.get('back')]).toEqual(['/profile', '/match/7'])
    expect(page.searchParams.get('confirm')).toBe(link.searchParams.get('token'))
    expect(guard.cookies.size).toBe(0)
    expect((await signIn(new Visitor(server), email)).statusCode).toBe(403)

    expect((await visitor.get(link.href)).headers.location).toBe('/match/7')
    expect((await signIn(new Visitor(server), email)).statusCode).toBe(200)
  })

  it('says on the fan’s page that it was tampered with', async () => {
    await signUp(new Visitor(server), 'abimee@stade.invalid', { callbackURL: '/match/7' })
    const { links } = await server.outbox.waitFor('abimee@stade.invalid')
    const opened = await new Visitor(server).get((links[0] ?? '').replace('token=', 'token=x'), BY_SCRIPT)
    expect([opened.statusCode, opened.headers.location]).toEqual([302, '/match/7?error=INVALID_TOKEN'])
  })

  it.each([
    'https://evil.invalid/',
    '//evil.invalid/',
    '/\\evil.invalid',
    '/%5Cevil.invalid',
    'javascript:alert(1)',
    `${ORIGIN}@evil.invalid/`,
    `${ORIGIN}.evil.invalid/`,
    '/..//evil.invalid',
    '/a/../..///evil.invalid',
    '/%2e%2e//evil.invalid',
    '/.%2f/evil.invalid',
  ])('never leads to %s', async (callbackURL) => {
    const visitor = new Visitor(server)
    const refused = await signUp(visitor, 'mechante@stade.invalid', { callbackURL })
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'INVALID_CALLBACK_URL'])

    await signUp(visitor, 'detournee@stade.invalid')
    const { links } = await server.outbox.waitFor('detournee@stade.invalid')
    const link = new URL(links[0] ?? '')
    link.searchParams.set('callbackURL', callbackURL)
    const opened = await visitor.get(link.href)
    expect(opened.statusCode).toBe(403)
    expect(opened.headers.location).toBeUndefined()
  })
})

describe('the operator', () => {
  it('is the account with the configured address, only while that address is confirmed', async () => {
    const { db } = server.tribune.app
    const visitor = await joinAs(server, ADMIN_EMAIL)
    expect((await visitor.get('/api/me')).json().fan.is_admin).toBe(true)
    expect((await visitor.get('/api/user_profiles/count')).json().count).toBeGreaterThan(0)

    await db.updateTable('auth.user').set({ email_verified: false }).where('email', '=', ADMIN_EMAIL).execute()
    await server.tribune.app.sessions.forget((await visitor.get('/api/me')).json().fan.id)
    expect((await visitor.get('/api/me')).json().fan.is_admin).toBe(false)
    expect((await visitor.get('/api/user_profiles/count')).statusCode).toBe(403)
  })

  it('cannot be claimed by fields that a client sends', async () => {
    const visitor = new Visitor(server)
    const claims = { is_admin: true, isAdmin: true, role: 'admin', emailVerified: true }
    expect((await signUp(visitor, 'rusee@stade.invalid', claims)).statusCode).toBe(400)
    await signUp(visitor, 'rusee@stade.invalid')
    expect((await signIn(visitor, 'rusee@stade.invalid')).statusCode).toBe(403)
    const { links } = await server.outbox.waitFor('rusee@stade.invalid')
    await visitor.get(links[0] ?? '')
    expect((await visitor.get('/api/me')).json().fan).toMatchObject({ is_admin: false })
  })
})
