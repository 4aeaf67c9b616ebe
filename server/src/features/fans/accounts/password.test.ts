import { MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { describe, expect, it } from 'vitest'
import { joinAs, signIn, Visitor } from '../../../testing/accounts.ts'
import { PASSWORD } from '../../../testing/constants.ts'
import { vouchedServerForFile } from '../../../testing/for-file.ts'
import { openSession } from '../../../testing/people.ts'

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

it('a password is not changed without the present one, and guesses are counted for the session alone', async () => {
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

it('greets newcomers by mail as newcomers, and others as known', async () => {
  const email = 'accueil@stade.invalid'
  const visitor = await withoutPassword(email)
  expect((await server.outbox.waitFor(email)).text).toContain('Bienvenue dans la tribune')
  await visitor.post('/api/auth/sign-in/magic-link', { email, callbackURL: '/' })
  expect((await server.outbox.waitFor(email, 2)).text).toContain('Te revoilà')
})

describe('a link to choose a new password', () => {
  /** The token of the newest mail, the `count`th to somebody. */
  async function linkFor(email: string, count: number): Promise<string> {
    await new Visitor(server).post('/api/auth/request-password-reset', { email, redirectTo: '/profile?type=recovery' })
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

  it('is worth nothing once the password was changed otherwise', async () => {
    const email = 'retrouvee@stade.invalid'
    const visitor = await joinAs(server, email)
    const link = await linkFor(email, 2)
    expect(outcomeOf(await change(visitor, { current: PASSWORD, password: NEXT }))).toEqual([200, undefined])
    expect(await reset(tokenIn(link))).toEqual([400, 'invalid_token'])
  })
})
