import { createHash } from 'node:crypto'
import { MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { describe, expect, it } from 'vitest'
import { joinAs, signIn, Visitor } from '../../../testing/accounts.ts'
import { PASSWORD } from '../../../testing/constants.ts'
import { accountsServerForFile, vouchedServerForFile } from '../../../testing/for-file.ts'
import { openSession } from '../../../testing/people.ts'

const server = accountsServerForFile()
let fans = 0

interface Shown {
  readonly id: string
  readonly device: string | null
  readonly current: boolean
}

const list = async (visitor: Visitor): Promise<Shown[]> => (await visitor.get('/api/me/sessions')).json().items
const end = (visitor: Visitor, body: object) => visitor.post('/api/me/sessions/end', body)
const isIn = async (visitor: Visitor) => (await visitor.get('/api/me')).json().fan !== null

/** A fan on three devices. */
async function threeDevices() {
  fans += 1
  const email = `partout-${fans}@stade.invalid`
  const phone = await joinAs(server, email)
  const others = [new Visitor(server), new Visitor(server)] as const
  for (const [at, visitor] of others.entries()) {
    await visitor.post('/api/auth/sign-in/email', { email, password: PASSWORD }, { 'user-agent': `Device ${at}` })
  }
  return { phone, laptop: others[0], tablet: others[1], all: [phone, ...others] }
}

describe('a session', () => {
  it('is listed for its fan, without its token or address', async () => {
    const { phone, laptop } = await threeDevices()
    const shown = await list(laptop)
    expect(shown.map(({ device, current }) => [device, current])).toEqual([
      ['Device 1', false],
      ['Device 0', true],
      [expect.anything(), false],
    ])
    const { body } = await phone.get('/api/me/sessions')
    expect(body).not.toMatch(/token|10\.0\./)
    for (const cookie of phone.cookies.values()) expect(body).not.toContain(decodeURIComponent(cookie).split('.')[0])
    expect((await new Visitor(server).get('/api/me/sessions')).statusCode).toBe(401)
  })

  it.each([
    ['local', [false, true, true], 1],
    ['others', [true, false, false], 2],
    ['global', [false, false, false], 3],
  ] as const)('ends with the scope %s at once', async (scope, left, ended) => {
    const { phone, all } = await threeDevices()
    for (const visitor of all) expect(await isIn(visitor)).toBe(true)
    expect((await end(phone, { scope })).json()).toEqual({ ended })
    expect(await Promise.all(all.map(isIn))).toEqual(left)
    expect(phone.cookies.size).toBe(scope === 'others' ? 1 : 0)
  })

  it('ends in one place, named by what the list shows', async () => {
    const { phone, laptop, tablet } = await threeDevices()
    const { id } = (await list(laptop)).find(({ current }) => current) ?? { id: '' }
    expect((await end(phone, { id })).json()).toEqual({ ended: 1 })
    expect([await isIn(phone), await isIn(laptop), await isIn(tablet)]).toEqual([true, false, true])
    expect((await end(phone, { id })).json()).toEqual({ ended: 0 })
  })

  it('cannot be ended by another fan', async () => {
    const { phone } = await threeDevices()
    const intruder = await threeDevices()
    const [{ id }] = (await list(phone)) as [Shown]
    expect((await end(intruder.phone, { id })).json()).toEqual({ ended: 0 })
    expect(await isIn(phone)).toBe(true)
    expect(await list(phone)).toHaveLength(3)
  })

  it.each([
    [{}],
    [{ scope: 'all' }],
    [{ id: '1' }],
    [{ id: "' OR true" }],
    [[]],
    [{ scope: null }],
    [{ scope: 'all', id: '0198a3b0-0000-7000-8000-000000000000' }],
  ])('does not end with %j', async (body) => {
    const { phone } = await threeDevices()
    expect((await end(phone, body)).statusCode).toBe(400)
    expect(await list(phone)).toHaveLength(3)
  })

  it('is not ended by a page of another site', async () => {
    const { phone } = await threeDevices()
    const answer = await phone.post('/api/me/sessions/end', { scope: 'global' }, { origin: 'https://evil.invalid' })
    expect([answer.statusCode, await isIn(phone)]).toEqual([403, true])
  })
})

describe('the push messages of a browser', () => {
  /** Subscribes the browser of a signed-in fan, in the session that they have now. */
  async function subscribe(visitor: Visitor): Promise<string> {
    const [session] = (await list(visitor)).filter(({ current }) => current)
    const { id: user_id } = (await visitor.get('/api/me')).json().fan
    const endpoint = `https://push.example/${user_id}`
    const endpoint_hash = createHash('sha256').update(endpoint).digest()
    const keys = { p256dh: Buffer.alloc(65), auth: Buffer.alloc(16) }
    const row = { ...keys, endpoint, endpoint_hash, user_id, session_id: session?.id ?? '', kind: 'web' }
    const added = server.tribune.app.db.insertInto('push_subscriptions').values({ ...row, created_at: new Date() })
    return (await added.returning('id').executeTakeFirstOrThrow()).id
  }
  const subscriptions = async (visitor: Visitor) =>
    (await visitor.get('/api/me/push')).json().items.map(({ id }: { id: string }) => id)

  it('continue when its fan signs in again, and end with the new session', async () => {
    const { laptop, phone } = await threeDevices()
    const id = await subscribe(laptop)
    const email = (await laptop.get('/api/me')).json().fan.email
    expect((await signIn(laptop, email)).statusCode).toBe(200)
    expect(await list(phone)).toHaveLength(3)
    expect(await subscriptions(laptop)).toEqual([id])
    await end(laptop, { scope: 'local' })
    expect(await subscriptions(phone)).toEqual([])
  })

  it('end when another fan signs in there', async () => {
    const { laptop, phone } = await threeDevices()
    const other = await threeDevices()
    await subscribe(laptop)
    const email = (await other.phone.get('/api/me')).json().fan.email
    expect((await signIn(laptop, email)).statusCode).toBe(200)
    expect([await subscriptions(phone), await subscriptions(laptop)]).toEqual([[], []])
  })
})

it('a password that was signed in with elsewhere does not bring a session back', async () => {
  const { phone, laptop } = await threeDevices()
  await end(phone, { scope: 'others' })
  const email = (await phone.get('/api/me')).json().fan.email
  expect(await isIn(laptop)).toBe(false)
  expect((await signIn(laptop, email)).statusCode).toBe(200)
  expect(await list(phone)).toHaveLength(2)
})

describe('a session whose fan comes back', () => {
  const DAY = 24 * 60 * 60_000
  /** Makes the fan's sessions as old as if they had been renewed some days ago. */
  async function renewedAgo(visitor: Visitor, days: number, left = 60 - days): Promise<void> {
    const { id } = (await visitor.get('/api/me')).json().fan
    const now = server.clock.now().getTime()
    await server.tribune.app.db
      .updateTable('auth.session')
      .set({ updated_at: new Date(now - days * DAY), expires_at: new Date(now + left * DAY) })
      .where('user_id', '=', id)
      .execute()
    await server.tribune.app.sessions.forget(id)
  }
  const daysLeft = async (visitor: Visitor) => {
    const [{ id }] = (await list(visitor)).filter(({ current }) => current) as [Shown]
    const rows = server.tribune.app.db.selectFrom('auth.session').select(['expires_at']).where('id', '=', id)
    return (((await rows.executeTakeFirstOrThrow()).expires_at.getTime() - server.clock.now().getTime()) / DAY).toFixed(
      1,
    )
  }

  it('is renewed for sixty days, in the browser too', async () => {
    const { phone } = await threeDevices()
    await renewedAgo(phone, 59)
    const [token] = phone.cookies.values()
    const answer = await phone.get('/api/me')
    const [cookie] = [answer.headers['set-cookie']].flat()
    expect(cookie).toContain(`=${token}; Path=/; Max-Age=${60 * 24 * 60 * 60}; HttpOnly; SameSite=Lax`)
    expect(await daysLeft(phone)).toBe('60.0')
    expect((await phone.get('/api/me')).headers['set-cookie']).toBeUndefined()
  })

  it('is renewed once a day', async () => {
    const { phone } = await threeDevices()
    await renewedAgo(phone, 0.9)
    expect((await phone.get('/api/me')).headers['set-cookie']).toBeUndefined()
    expect(await daysLeft(phone)).toBe('59.1')
  })

  it('is renewed in the native app, whose token is signed again', async () => {
    const { phone } = await threeDevices()
    const [cookie = ''] = phone.cookies.values()
    const app = new Visitor(server)
    const bearer = { authorization: `Bearer ${decodeURIComponent(cookie)}` }
    await renewedAgo(phone, 2)
    const answer = await app.get('/api/me', bearer)
    expect(answer.headers['set-auth-token']).toBe(decodeURIComponent(cookie))
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(await daysLeft(phone)).toBe('60.0')
  })

  it('is not renewed where it was shortened or has ended', async () => {
    const { phone, laptop } = await threeDevices()
    await renewedAgo(phone, 2, 1 / 48)
    expect((await phone.get('/api/me')).headers['set-cookie']).toBeUndefined()
    expect(await daysLeft(phone)).toBe('0.0')
    await renewedAgo(laptop, 2, -1)
    expect(await isIn(laptop)).toBe(false)
  })
})

describe('the password', () => {
  const NEXT = 'tribune-est-7'
  const { server } = vouchedServerForFile(['google'])

  const change = (visitor: Visitor, body: object) => visitor.post('/api/me/password', body)
  const outcomeOf = (answer: Awaited<ReturnType<typeof change>>) => [answer.statusCode, answer.json().error?.code]
  const isIn = async (visitor: Visitor) => (await visitor.get('/api/me')).json().fan !== null

  /** A fan who came by a link of a mail, and never chose a password. */
  async function withoutPassword(email: string): Promise<Visitor> {
    const visitor = new Visitor(server)
    await visitor.post('/api/auth/sign-in/magic-link', { email, callbackURL: '/' })
    const [, ...halves] = /(\d{3})\s(\d{3})/.exec((await server.outbox.waitFor(email)).text) ?? []
    await visitor.post('/api/auth/sign-in/email-otp', { email, otp: halves.join('') })
    return visitor
  }

  it('a fan who changes their password stays signed in here and nowhere else, and is notified by mail', async () => {
    const email = 'change@stade.invalid'
    const visitor = await joinAs(server, email)
    const elsewhere = new Visitor(server)
    await signIn(elsewhere, email)
    expect((await change(visitor, { current: PASSWORD, password: NEXT })).json()).toEqual({ changed: true })
    expect([await isIn(visitor), await isIn(elsewhere)]).toEqual([true, false])
    expect((await signIn(new Visitor(server), email)).statusCode).toBe(401)
    expect((await signIn(new Visitor(server), email, NEXT)).statusCode).toBe(200)
    const { subject } = await server.outbox.waitFor(email, 2)
    expect(subject).toBe('Ton mot de passe a changé')
  })

  it('a password is not changed without the current one, and guesses count only for the session', async () => {
    const email = 'garde+stade@stade.invalid'
    const visitor = await joinAs(server, email)
    expect(outcomeOf(await change(visitor, { password: NEXT }))).toEqual([400, 'invalid_password'])
    for (let wrong = 0; wrong < 9; wrong += 1) await change(visitor, { current: `faux-${wrong}`, password: NEXT })
    expect(outcomeOf(await change(visitor, { current: PASSWORD, password: NEXT }))).toEqual([429, 'too_many_attempts'])
    // No sign-in on another device is locked by a session in the wrong hands.
    const elsewhere = new Visitor(server)
    expect((await signIn(elsewhere, 'garde@stade.invalid')).statusCode).toBe(200)
    expect(outcomeOf(await change(elsewhere, { current: PASSWORD, password: NEXT }))).toEqual([200, undefined])
  })

  it.each([
    ['too short', { password: 'court' }, [400, 'password_too_short']],
    ['guessable', { password: '123456' }, [400, 'password_guessable']],
    ['their own address', { password: 'regles' }, [400, 'password_guessable']],
    ['too long', { password: 'x'.repeat(129) }, [400, 'invalid_request']],
  ])('a new password is refused when %s', async (name, body, refusal) => {
    const visitor = await joinAs(server, `regles+${name.length}@${name.replaceAll(' ', '-')}.invalid`)
    expect(outcomeOf(await change(visitor, { current: PASSWORD, ...body }))).toEqual(refusal)
  })

  it('a fan without a password sets one, in a session of the last hour', async () => {
    const email = 'sans@stade.invalid'
    const visitor = await withoutPassword(email)
    server.clock.advance(61 * MINUTE_MS)
    const late = await change(visitor, { password: NEXT })
    server.clock.advance(-61 * MINUTE_MS)
    expect(outcomeOf(late)).toEqual([403, 'sign_in_again'])
    expect((await change(visitor, { password: NEXT })).statusCode).toBe(200)
    expect((await signIn(new Visitor(server), email, NEXT)).statusCode).toBe(200)
    // From now on it is asked for.
    expect(outcomeOf(await change(visitor, { password: PASSWORD }))).toEqual([400, 'invalid_password'])
  })

  it('only a signed-in fan with a confirmed address sets a password', async () => {
    expect(outcomeOf(await change(new Visitor(server), { password: NEXT }))).toEqual([401, 'not_authenticated'])
    const { rows } = await server.tribune.app.pool.query<{ id: string }>(
      `INSERT INTO auth."user" (name, email, phone_number, phone_number_verified)
      VALUES ('', 'x@phone.invalid', '+33612345671', true) RETURNING id`,
    )
    const authorization = `Bearer ${await openSession(server.tribune.app, rows[0]?.id ?? '')}`
    const answer = await new Visitor(server).post('/api/me/password', { password: NEXT }, { authorization })
    expect(outcomeOf(answer)).toEqual([409, 'password_needs_email'])
  })

  it('welcomes new fans by mail, and greets others as known', async () => {
    const email = 'accueil@stade.invalid'
    const visitor = await withoutPassword(email)
    expect((await server.outbox.waitFor(email)).text).toContain('Bienvenue dans la tribune')
    await visitor.post('/api/auth/sign-in/magic-link', { email, callbackURL: '/' })
    expect((await server.outbox.waitFor(email, 2)).text).toContain('Te revoilà')
  })

  describe('a link to choose a new password', () => {
    /** The token of the newest mail, the `count`th to somebody. */
    async function linkFor(email: string, count: number): Promise<string> {
      await new Visitor(server).post('/api/auth/request-password-reset', {
        email,
        redirectTo: '/profile?type=recovery',
      })
      const { links } = await server.outbox.waitFor(email, count)
      return links[0] ?? ''
    }
    const tokenIn = (link: string) => new URL(link).pathname.split('/').at(-1) ?? ''
    const reset = async (token: string) =>
      outcomeOf(await new Visitor(server).post('/api/auth/reset-password', { token, newPassword: NEXT }))
    const openedAt = async (link: string) =>
      new URL(String((await new Visitor(server).get(link)).headers.location), server.origin).searchParams.get('error')

    it('is replaced by the one of the next mail, and used once', async () => {
      const email = 'oublieuse@stade.invalid'
      await joinAs(server, email)
      const [first, second] = [await linkFor(email, 2), await linkFor(email, 3)]
      expect([await openedAt(first), await openedAt(second)]).toEqual(['INVALID_TOKEN', null])
      expect(await reset(tokenIn(first))).toEqual([400, 'invalid_token'])
      expect(await reset(tokenIn(second))).toEqual([200, undefined])
      expect([await reset(tokenIn(first)), await reset(tokenIn(second))]).toEqual(Array(2).fill([400, 'invalid_token']))
    })

    it('is refused once the password was changed otherwise', async () => {
      const email = 'retrouvee@stade.invalid'
      const visitor = await joinAs(server, email)
      const link = await linkFor(email, 2)
      expect(outcomeOf(await change(visitor, { current: PASSWORD, password: NEXT }))).toEqual([200, undefined])
      expect(await reset(tokenIn(link))).toEqual([400, 'invalid_token'])
    })
  })
})
