import { MINUTE_MS } from '@tribune/domain/instant.ts'
import { expect, it } from 'vitest'
import { joinAs, signIn, Visitor } from '../../testing/accounts.ts'
import { PASSWORD } from '../../testing/constants.ts'
import { vouchedServerForFile } from '../../testing/for-file.ts'
import { openSession } from '../../testing/people.ts'

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

it('a password is not changed without the present one, and guesses are counted with those of signing in', async () => {
  // However the address is spelled, it is one account's lock.
  const email = 'garde+stade@stade.invalid'
  const visitor = await joinAs(server, email)
  expect(outcomeOf(await change(visitor, { password: NEXT }))).toEqual([400, 'invalid_password'])
  for (let wrong = 0; wrong < 9; wrong += 1) await change(visitor, { current: `faux-${wrong}`, password: NEXT })
  expect(outcomeOf(await change(visitor, { current: PASSWORD, password: NEXT }))).toEqual([429, 'too_many_attempts'])
  expect((await signIn(new Visitor(server), email)).statusCode).toBe(429)
  expect((await signIn(new Visitor(server), 'garde@stade.invalid')).statusCode).toBe(429)
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
