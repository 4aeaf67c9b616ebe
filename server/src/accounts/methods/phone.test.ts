import { MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { describe, expect, it } from 'vitest'
import { forgetEnded } from '../../features/fans/accounts/queries.ts'
import { joinAs, Visitor } from '../../testing/accounts.ts'
import { accountsServerForFile } from '../../testing/for-file.ts'

const server = accountsServerForFile()
let phones = 0

/** Returns a number that no account has had yet. */
const newPhone = () => {
  phones += 1
  return `+336000001${String(phones).padStart(2, '0')}`
}
const me = async (visitor: Visitor) => (await visitor.get('/api/me')).json().fan
const ask = (visitor: Visitor, phoneNumber: string) => visitor.post('/api/auth/phone-number/send-otp', { phoneNumber })
const enter = (visitor: Visitor, phoneNumber: string, code: string, more: object = {}) =>
  visitor.post('/api/auth/phone-number/verify', { phoneNumber, code, ...more })
const refusal = (answer: Awaited<ReturnType<typeof ask>>) => [answer.statusCode, answer.json().code]

/** The code of the newest text to a phone, the `count`th. */
async function texted(phone: string, count = 1): Promise<string> {
  const { text } = await server.texts.waitFor(phone, count)
  return /^(\d{6}) : ton code Tribune/.exec(text)?.[1] ?? ''
}
const wrongFor = (code: string) => (code === '000000' ? '000001' : '000000')

/** Signs up, or in, by phone. */
async function comeIn(phone: string, visitor = new Visitor(server), count = 1): Promise<Visitor> {
  expect((await ask(visitor, phone)).statusCode).toBe(200)
  expect((await enter(visitor, phone, await texted(phone, count))).statusCode).toBe(200)
  return visitor
}

describe('a code by SMS', () => {
  it('signs a new fan up, who may vote, and in again with their number in any spelling', async () => {
    const phone = newPhone()
    const fan = await me(await comeIn(phone))
    expect(fan).toMatchObject({ email: null, phone, verified: true, email_verified: false })
    const national = phone.replace('+33', '0').replace(/(\d\d)(?=\d)/g, '$1 ')
    const visitor = new Visitor(server)
    await ask(visitor, national)
    expect((await enter(visitor, national, await texted(phone, 2))).statusCode).toBe(200)
    expect((await me(visitor)).id).toBe(fan.id)
  })

  it('works once, and only the newest one works', async () => {
    const phone = newPhone()
    const visitor = new Visitor(server)
    await ask(visitor, phone)
    const first = await texted(phone)
    await ask(visitor, phone)
    const second = await texted(phone, 2)
    if (first !== second) expect(refusal(await enter(visitor, phone, first))).toEqual([400, 'INVALID_OTP'])
    expect((await enter(visitor, phone, second)).statusCode).toBe(200)
    expect(refusal(await enter(new Visitor(server), phone, second))).toEqual([400, 'INVALID_OTP'])
  })

  it('is refused after five wrong codes of the phone that requested it, which has five more tries for the next code', async () => {
    const phone = newPhone()
    const visitor = new Visitor(server)
    await ask(visitor, phone)
    const code = await texted(phone)
    for (let guess = 0; guess < 5; guess += 1) await enter(visitor, phone, wrongFor(code))
    const locked = await enter(visitor, phone, code)
    expect([...refusal(locked), Number(locked.headers['retry-after']) > 800]).toEqual([429, 'TOO_MANY_ATTEMPTS', true])
    await ask(visitor, phone)
    const next = await texted(phone, 2)
    for (let guess = 0; guess < 4; guess += 1) await enter(visitor, phone, wrongFor(next))
    expect((await enter(visitor, phone, next)).statusCode).toBe(200)
  })

  it('is checked against ten of a hundred concurrent guesses at most', async () => {
    const phone = newPhone()
    await ask(new Visitor(server), phone)
    const code = await texted(phone)
    const guesses = Array.from({ length: 100 }, () => enter(new Visitor(server), phone, wrongFor(code)))
    const codes = (await Promise.all(guesses)).map(({ statusCode }) => statusCode)
    expect(codes.filter((status) => status === 400).length).toBeLessThanOrEqual(10)
    expect(codes.filter((status) => status === 429).length).toBeGreaterThanOrEqual(90)
  })

  it('is stored as a hash, and expires after ten minutes', async () => {
    const phone = newPhone()
    const visitor = new Visitor(server)
    await ask(visitor, phone)
    const code = await texted(phone)
    const { pool } = server.tribune.app
    const { rows } = await pool.query('SELECT value FROM auth.verification ORDER BY created_at DESC LIMIT 5')
    expect(rows.map(({ value }) => value).join(' ')).not.toContain(code)
    await pool.query("UPDATE auth.verification SET expires_at = now() - interval '1 second'")
    expect(refusal(await enter(visitor, phone, code))).toEqual([400, 'INVALID_OTP'])
  })

  it('ends ten minutes after it was sent, by the server’s clock, and a wrong try makes it last no longer', async () => {
    const [inTime, late] = [newPhone(), newPhone()]
    for (const phone of [inTime, late]) await ask(new Visitor(server), phone)
    const codes = [await texted(inTime), await texted(late)] as const
    server.clock.advance(9.9 * MINUTE_MS)
    const wrong = await enter(new Visitor(server), late, wrongFor(codes[1]))
    const right = await enter(new Visitor(server), inTime, codes[0])
    server.clock.advance(0.1 * MINUTE_MS)
    const over = await enter(new Visitor(server), late, codes[1])
    server.clock.advance(-10 * MINUTE_MS)
    expect([refusal(wrong), right.statusCode, refusal(over)]).toEqual([[400, 'INVALID_OTP'], 200, [400, 'INVALID_OTP']])
  })

  it('goes to one phone five times an hour, regardless of the caller', async () => {
    const phone = newPhone()
    const statuses: number[] = []
    for (let asked = 0; asked < 12; asked += 1) statuses.push((await ask(new Visitor(server), phone)).statusCode)
    expect(statuses).toEqual([...Array(5).fill(200), ...Array(7).fill(429)])
    await texted(phone, 5)
    expect(server.texts.list().filter(({ to }) => to === phone)).toHaveLength(5)
  })

  it.each([
    ['nothing', undefined],
    ['no number', 'bonjour'],
    ['a number with a letter too many', '+3361234567a'],
    ['a number too short', '0612'],
    ['a landline', '+33123456789'],
    ['a number that costs who calls it', '+33899123456'],
    ['another country’s, where texts are dear', '+8801712345678'],
    ['many', ['+33600000199', '+33600000198']],
    ['a long text', `+336${'0'.repeat(5_000)}`],
  ])('is not sent to %s', async (_what, phoneNumber) => {
    const sent = async () => {
      await server.tribune.app.accounts.texts.flush()
      return server.texts.list().length
    }
    const before = await sent()
    const answer = await new Visitor(server).post('/api/auth/phone-number/send-otp', { phoneNumber })
    expect(answer.statusCode).toBe(400)
    expect(await sent()).toBe(before)
  })

  it.each([
    ['a session less', { disableSession: true }],
    ['fields of an account', { name: 'x', emailVerified: true }],
    ['a code that is a number', { code: 123_456 }],
  ])('is not accepted with %s', async (_what, more) => {
    const phone = newPhone()
    await ask(new Visitor(server), phone)
    expect((await enter(new Visitor(server), phone, await texted(phone), more)).statusCode).toBe(400)
  })

  it('does not answer on the library’s other addresses', async () => {
    for (const path of ['sign-in/phone-number', 'phone-number/reset-password', 'phone-number/request-password-reset']) {
      expect((await new Visitor(server).post(`/api/auth/${path}`, {})).statusCode).toBe(404)
    }
  })
})

describe('a phone alongside other sign-in methods', () => {
  const add = async (visitor: Visitor, phone: string, count = 1) => {
    await ask(visitor, phone)
    return enter(visitor, phone, await texted(phone, count), { updatePhoneNumber: true })
  }
  const remove = (visitor: Visitor) => visitor.post('/api/me/phone/remove', {})
  const code = (answer: Awaited<ReturnType<typeof ask>>) => [answer.statusCode, answer.json().error?.code]

  it('is added, opens the account, and is removed', async () => {
    const phone = newPhone()
    const visitor = await joinAs(server, 'telephone@stade.invalid')
    expect((await add(visitor, phone)).statusCode).toBe(200)
    expect(await me(visitor)).toMatchObject({ email: 'telephone@stade.invalid', phone })
    expect((await me(await comeIn(phone, new Visitor(server), 2))).email).toBe('telephone@stade.invalid')
    expect((await remove(visitor)).json()).toEqual({ removed: true })
    expect(await me(visitor)).toMatchObject({ phone: null })
    expect((await me(await comeIn(phone, new Visitor(server), 3))).email).toBeNull()
  })

  it('cannot be taken from another fan', async () => {
    const phone = newPhone()
    await comeIn(phone)
    const other = await joinAs(server, 'autre-telephone@stade.invalid')
    expect(refusal(await add(other, phone, 2))).toEqual([400, 'PHONE_NUMBER_EXIST'])
    expect(await me(other)).toMatchObject({ phone: null })
  })

  it('is neither added nor removed without a session, nor long after signing in', async () => {
    const phone = newPhone()
    const visitor = await joinAs(server, 'tardive@stade.invalid')
    expect((await add(new Visitor(server), phone)).statusCode).toBe(401)
    await add(visitor, phone, 2)
    server.clock.advance(61 * MINUTE_MS)
    const late = [await add(visitor, newPhone()), await remove(visitor)]
    server.clock.advance(-61 * MINUTE_MS)
    expect(late.map(code)).toEqual([
      [403, 'sign_in_again'],
      [403, 'sign_in_again'],
    ])
    expect((await remove(new Visitor(server))).statusCode).toBe(401)
    expect(await me(visitor)).toMatchObject({ phone })
  })

  it('stays while it is the only sign-in method', async () => {
    const visitor = await comeIn(newPhone())
    expect(code(await remove(visitor))).toEqual([409, 'last_way_in'])
    expect((await me(visitor)).phone).not.toBeNull()
  })

  it('protects its fan from the deletion of unconfirmed accounts', async () => {
    const phone = newPhone()
    const visitor = await comeIn(phone)
    const { pool, db } = server.tribune.app
    const { id } = await me(visitor)
    await pool.query(`UPDATE auth."user" SET created_at = now() - interval '1 year' WHERE id = $1`, [id])
    await pool.query('DELETE FROM auth.session WHERE user_id = $1', [id])
    await forgetEnded(db)
    expect((await me(await comeIn(phone, new Visitor(server), 2))).id).toBe(id)
  })

  it('gives its account a placeholder address, which gets no mail and is refused at sign-up', async () => {
    const visitor = await comeIn(newPhone())
    const { rows } = await server.tribune.app.pool.query('SELECT email FROM auth."user" WHERE id = $1', [
      (await me(visitor)).id,
    ])
    const { email } = rows[0]
    const link = await new Visitor(server).post('/api/auth/sign-in/magic-link', { email, callbackURL: '/' })
    expect(link.json().code).toBe('INVALID_EMAIL')
    const taken = { name: 'x', email, password: 'un-virage-entier' }
    expect((await new Visitor(server).post('/api/auth/sign-up/email', taken)).json().code).toBe('INVALID_EMAIL')
    expect(server.outbox.list().filter(({ to }) => to.includes(email))).toEqual([])
  })
})
