import { MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { URI } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { joinAs, signIn, Visitor } from '../../testing/accounts.ts'
import { PASSWORD } from '../../testing/constants.ts'
import { accountsServerForFile } from '../../testing/for-file.ts'
import { openSession } from '../../testing/people.ts'

const server = accountsServerForFile()
let fans = 0

const me = async (visitor: Visitor) => (await visitor.get('/api/me')).json().fan
const send = (visitor: Visitor) => visitor.post('/api/auth/two-factor/send-otp', {})
const prove = (visitor: Visitor, code: string) => visitor.post('/api/auth/two-factor/verify-otp', { code })
const refusal = (answer: Awaited<ReturnType<typeof send>>) => [answer.statusCode, answer.json().code]
const texted = async (phone: string, count: number) => (await server.texts.waitFor(phone, count)).text.slice(0, 6)

/** Signs in with a text; gives what the sign-in waits for. */
async function signInByPhone(visitor: Visitor, phone: string, count: number) {
  await visitor.post('/api/auth/phone-number/send-otp', { phoneNumber: phone })
  const code = await texted(phone, count)
  return (await visitor.post('/api/auth/phone-number/verify', { phoneNumber: phone, code })).json()
}

/** A fan with a confirmed address and a phone; two texts have gone to it once the factor is there. */
async function reachable(): Promise<{ visitor: Visitor; email: string; phone: string }> {
  fans += 1
  const [email, phone] = [`jointe-${fans}@stade.invalid`, `+3360000${String(5000 + fans)}`]
  const visitor = await joinAs(server, email)
  await visitor.post('/api/auth/phone-number/send-otp', { phoneNumber: phone })
  const code = await texted(phone, 1)
  const added = await visitor.post('/api/auth/phone-number/verify', {
    phoneNumber: phone,
    code,
    updatePhoneNumber: true,
  })
  expect(added.statusCode).toBe(200)
  return { visitor, email, phone }
}

/** The same with a second factor that is a code sent to them. */
async function guarded() {
  const fan = await reachable()
  const begun = await fan.visitor.post('/api/auth/two-factor/enable', { password: PASSWORD })
  expect((await send(fan.visitor)).statusCode).toBe(200)
  expect((await prove(fan.visitor, await texted(fan.phone, 2))).statusCode).toBe(200)
  return { ...fan, codes: begun.json().backupCodes as string[] }
}

describe('a code that is sent as second proof', () => {
  it('guards an account without an app: a fan who signs in with their mailbox gets a text', async () => {
    const { visitor, email, phone } = await guarded()
    expect(await me(visitor)).toMatchObject({ email, two_factor: true })
    const elsewhere = new Visitor(server)
    expect((await signIn(elsewhere, email)).json()).toEqual({ twoFactorRedirect: true, twoFactorMethods: ['phone'] })
    expect(await me(elsewhere)).toBeNull()
    expect((await send(elsewhere)).json()).toEqual({ status: true })
    expect(refusal(await prove(elsewhere, '000000'))).toEqual([401, 'INVALID_CODE'])
    expect((await prove(elsewhere, await texted(phone, 3))).statusCode).toBe(200)
    expect(await me(elsewhere)).toMatchObject({ email })
  })

  it('is accepted from the device that requested it, after any guesses of strangers with the password', async () => {
    const { email, phone } = await guarded()
    const elsewhere = new Visitor(server)
    await signIn(elsewhere, email)
    await send(elsewhere)
    const code = await texted(phone, 3)
    for (const intruder of [new Visitor(server), new Visitor(server)]) {
      await signIn(intruder, email)
      await send(intruder)
      for (let n = 0; n < 5; n += 1) expect(refusal(await prove(intruder, '000000'))).toEqual([401, 'INVALID_CODE'])
    }
    expect((await prove(elsewhere, code)).statusCode).toBe(200)
  })

  it('goes by mail to a fan who signs in with the phone: one channel does not give both proofs', async () => {
    const { email, phone } = await guarded()
    const before = server.texts.list().filter(({ to }) => to === phone).length
    const elsewhere = new Visitor(server)
    const answer = await signInByPhone(elsewhere, phone, before + 1)
    expect(answer).toEqual({ twoFactorRedirect: true, twoFactorMethods: ['email'] })
    await send(elsewhere)
    const { text } = await server.outbox.waitFor(email, 2)
    expect(server.texts.list().filter(({ to }) => to === phone)).toHaveLength(before + 1)
    const code = /(\d{3})\u202f(\d{3})/.exec(text)?.slice(1).join('') ?? ''
    expect((await prove(elsewhere, code)).statusCode).toBe(200)
    expect(await me(elsewhere)).toMatchObject({ email })
  })

  it('goes by text to a fan who signs in by a mail’s link, too', async () => {
    const { email } = await guarded()
    const elsewhere = new Visitor(server)
    await elsewhere.post('/api/auth/sign-in/magic-link', { email, callbackURL: '/match/7' })
    const { links } = await server.outbox.waitFor(email, 2)
    const token = new URL(links[0] ?? '').searchParams.get('link')
    const answer = await elsewhere.get(`/api/auth/magic-link/verify?token=${token}`)
    expect(answer.json().twoFactorMethods).toEqual(['phone'])
  })

  it('leaves the recovery codes as an alternative', async () => {
    const { email, codes } = await guarded()
    const elsewhere = new Visitor(server)
    await signIn(elsewhere, email)
    const answer = await elsewhere.post('/api/auth/two-factor/verify-backup-code', { code: codes[0] })
    expect(answer.statusCode).toBe(200)
    expect(await me(elsewhere)).toMatchObject({ email })
  })

  it('works once, is stored sealed, and expires', async () => {
    const { email, phone } = await guarded()
    const elsewhere = new Visitor(server)
    await signIn(elsewhere, email)
    await send(elsewhere)
    const code = await texted(phone, 3)
    const { rows } = await server.tribune.app.pool.query('SELECT value FROM auth.verification')
    expect(JSON.stringify(rows)).not.toContain(code)
    await server.tribune.app.pool.query(`UPDATE auth.verification SET expires_at = now() - interval '1 second'`)
    expect((await prove(elsewhere, code)).statusCode).toBeGreaterThanOrEqual(400)
    const again = new Visitor(server)
    await signIn(again, email)
    await send(again)
    const fresh = await texted(phone, 4)
    expect((await prove(again, fresh)).statusCode).toBe(200)
    const third = new Visitor(server)
    await signIn(third, email)
    expect(refusal(await prove(third, fresh))).toEqual([400, 'OTP_HAS_EXPIRED'])
  })

  it('belongs to the sign-in that it was sent for', async () => {
    const { email, phone } = await guarded()
    const one = new Visitor(server)
    const other = new Visitor(server)
    await signIn(one, email)
    await signIn(other, email)
    await send(one)
    const code = await texted(phone, 3)
    expect((await prove(other, code)).statusCode).toBe(400)
    expect((await prove(one, code)).statusCode).toBe(200)
  })

  it('is checked against ten guesses in all, and then against none', async () => {
    const { email, phone } = await guarded()
    const seen: string[] = []
    let texts = 2
    for (let guess = 0; guess < 30; guess += 1) {
      const intruder = new Visitor(server)
      await signIn(intruder, email)
      if ((await send(intruder)).statusCode === 200) {
        texts += 1
        await texted(phone, texts)
      }
      seen.push(String((await prove(intruder, '000000')).json().code))
    }
    expect(seen.filter((code) => code === 'INVALID_CODE').length).toBeLessThanOrEqual(10)
    const owner = new Visitor(server)
    await signIn(owner, email)
    expect((await prove(owner, await texted(phone, texts))).statusCode).toBeGreaterThanOrEqual(400)
  })
})

describe('a code', () => {
  it('is sent to no visitor, nor to a fan with nothing but the mailbox they signed in with', async () => {
    expect(refusal(await send(new Visitor(server)))).toEqual([400, 'NOWHERE_TO_SEND'])
    const mailbox = await joinAs(server, 'seule-boite@stade.invalid')
    await mailbox.post('/api/auth/two-factor/enable', { password: PASSWORD })
    expect(refusal(await send(mailbox))).toEqual([400, 'NOWHERE_TO_SEND'])
  })

  it('is not sent to one phone more often than any text', async () => {
    const { email } = await guarded()
    const answers: number[] = []
    for (let round = 0; round < 5; round += 1) {
      const elsewhere = new Visitor(server)
      await signIn(elsewhere, email)
      answers.push((await send(elsewhere)).statusCode)
    }
    expect(answers).toEqual([200, 200, 200, 429, 429])
  })

  it('is not sent to a fan whose sign-in is old and who adds the factor only now', async () => {
    const { visitor } = await reachable()
    await visitor.post('/api/auth/two-factor/enable', { password: PASSWORD })
    server.clock.advance(61 * MINUTE_MS)
    const [sent, proven] = [await send(visitor), await prove(visitor, '000000')]
    server.clock.advance(-61 * MINUTE_MS)
    expect([sent.json().error.code, proven.json().error.code]).toEqual(['sign_in_again', 'sign_in_again'])
  })
})

describe('the factor', () => {
  it('is not switched on by a code alone, without the password and the recovery codes', async () => {
    const { visitor } = await reachable()
    expect(refusal(await send(visitor))).toEqual([400, 'NOWHERE_TO_SEND'])
    expect(refusal(await prove(visitor, '000000'))).toEqual([400, 'NOWHERE_TO_SEND'])
    expect(await me(visitor)).toMatchObject({ two_factor: false })
  })

  it('is switched on only in the session that gave the password for it', async () => {
    const { visitor, email } = await reachable()
    const stolen = new Visitor(server)
    await signIn(stolen, email)
    await visitor.post('/api/auth/two-factor/enable', { password: PASSWORD })
    expect(refusal(await send(stolen))).toEqual([400, 'NOWHERE_TO_SEND'])
    expect((await send(visitor)).statusCode).toBe(200)
  })

  it('does not go to a phone that replaced the fan’s', async () => {
    const { visitor, phone } = await reachable()
    const other = '+33600006999'
    await visitor.post('/api/auth/phone-number/send-otp', { phoneNumber: other })
    const order = { phoneNumber: other, code: await texted(other, 1), updatePhoneNumber: true }
    expect(refusal(await visitor.post('/api/auth/phone-number/verify', order))).toEqual([409, 'PHONE_ALREADY_SET'])
    expect((await me(visitor)).phone).toBe(phone)
  })

  it('is only the app’s code for a fan with an app, even if they have a phone', async () => {
    const { visitor, email } = await reachable()
    const { totpURI } = (await visitor.post('/api/auth/two-factor/enable', { password: PASSWORD })).json()
    await visitor.post('/api/auth/two-factor/verify-totp', { code: URI.parse(totpURI).generate() })
    const elsewhere = new Visitor(server)
    expect((await signIn(elsewhere, email)).json().twoFactorMethods).toEqual(['app'])
    expect(refusal(await send(elsewhere))).toEqual([400, 'NOWHERE_TO_SEND'])
  })

  it('keeps its phone as long as it goes there', async () => {
    const { visitor } = await guarded()
    const answer = await visitor.post('/api/me/phone/remove', {})
    expect([answer.statusCode, answer.json().error.code]).toEqual([409, 'factor_needs_phone'])
    expect((await me(visitor)).phone).not.toBeNull()
    await visitor.post('/api/auth/two-factor/disable', { password: PASSWORD })
    expect((await visitor.post('/api/me/phone/remove', {})).statusCode).toBe(200)
  })

  it('is added by the native app, which sends a token instead of a cookie', async () => {
    const { visitor, email, phone } = await reachable()
    const token = await openSession(server.tribune.app, (await me(visitor)).id)
    const app = new Visitor(server)
    const call = (path: string, body: object) =>
      app.post(`/api/auth/two-factor/${path}`, body, { authorization: `Bearer ${token}` })
    await call('enable', { password: PASSWORD })
    expect((await call('send-otp', {})).statusCode).toBe(200)
    expect((await call('verify-otp', { code: await texted(phone, 2) })).statusCode).toBe(200)
    expect(await me(visitor)).toBeNull()
    expect((await signIn(new Visitor(server), email)).json().twoFactorMethods).toEqual(['phone'])
  })

  it('signs its fan out everywhere else', async () => {
    const { visitor, email, phone } = await reachable()
    const elsewhere = new Visitor(server)
    await signIn(elsewhere, email)
    await visitor.post('/api/auth/two-factor/enable', { password: PASSWORD })
    await send(visitor)
    await prove(visitor, await texted(phone, 2))
    expect(await me(elsewhere)).toBeNull()
    expect(await me(visitor)).toMatchObject({ email })
    expect((await visitor.get('/api/me/sessions')).json().items).toHaveLength(1)
  })
})
