import { refusalOf } from '@tribune/contract/account-errors.ts'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { URI } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AccountsServer, joinAs, signIn, startAccountsServer, Visitor } from '../../testing/accounts.ts'
import { ADMIN_EMAIL, PASSWORD } from '../../testing/constants.ts'
import { databaseForFile } from '../../testing/for-file.ts'
import { type CaptchaJudge, startCaptchaJudge } from '../../testing/turnstile.ts'

const database = databaseForFile()
let server: AccountsServer
let fans = 0

beforeAll(async () => {
  server = await startAccountsServer(database.url, { env: { PROOF_OF_WORK: '0.01' } })
})
afterAll(() => server.close())
beforeEach(() => server.tribune.app.pool.query('DELETE FROM auth.attempt'))

const newEmail = () => {
  fans += 1
  return `assiegee-${fans}@stade.invalid`
}
type Answer = Awaited<ReturnType<typeof signIn>>
const outcome = (answer: Answer) => answer.json().error?.code ?? answer.statusCode

async function proofFor(visitor: Visitor): Promise<{ 'x-captcha-response': string }> {
  const challenge = (await visitor.post('/api/proof-of-work', {})).json().work as Challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  return { 'x-captcha-response': Buffer.from(JSON.stringify({ challenge, solution })).toString('base64') }
}

/** Makes an account with a proof, whose fan stays signed in. */
async function join(email = newEmail()): Promise<{ email: string; visitor: Visitor }> {
  const visitor = new Visitor(server)
  const body = { name: 'Fan', email, password: PASSWORD, callbackURL: '/' }
  expect((await visitor.post('/api/auth/sign-up/email', body, await proofFor(visitor))).statusCode).toBe(200)
  await visitor.get((await server.outbox.waitFor(email)).links[0] ?? '')
  return { email, visitor }
}

/** Wrong passwords, each from a network of its own. */
async function guessedAt(email: string, times: number): Promise<unknown[]> {
  const outcomes = []
  for (let n = 0; n < times; n += 1) outcomes.push(outcome(await signIn(new Visitor(server), email, `faux-${n}`)))
  return outcomes
}

async function mailCode(email: string, visitor = new Visitor(server)): Promise<string> {
  const sent = server.outbox.list().filter(({ to }) => to.includes(email)).length
  await visitor.post('/api/auth/sign-in/magic-link', { email, callbackURL: '/' }, await proofFor(visitor))
  const [, ...halves] = /(\d{3})\s(\d{3})/.exec((await server.outbox.waitFor(email, sent + 1)).text) ?? []
  return halves.join('')
}
const enter = (visitor: Visitor, email: string, otp: string) =>
  visitor.post('/api/auth/sign-in/email-otp', { email, otp })
const signOut = async (visitor: Visitor) => expect((await visitor.post('/api/auth/sign-out', {})).statusCode).toBe(200)

describe('concurrent guesses of strangers', () => {
  it.each([
    ['passwords', 10, (visitor: Visitor, email: string) => signIn(visitor, email, 'faux')],
    ['codes by mail', 5, (visitor: Visitor, email: string) => enter(visitor, email, '000000')],
  ])('count only within the free ones without a proof: %s', async (_, free, guess) => {
    const { email } = await join()
    const visitors = Array.from({ length: 60 }, () => new Visitor(server))
    const outcomes = await Promise.all(visitors.map(async (visitor) => outcome(await guess(visitor, email))))
    expect(outcomes.filter((code) => code === 'too_many_attempts')).toEqual([])
    expect(outcomes.filter((code) => code === 'missing_response')).toHaveLength(60 - free)
    expect(outcome(await guess(new Visitor(server), email))).toBe('missing_response')
  })
})

describe('strangers who guess at a password', () => {
  it.each(['a fan', 'the operator'])('do not lock %s out of a device that has signed in before', async (who) => {
    const { email, visitor } = await join(who === 'a fan' ? newEmail() : ADMIN_EMAIL)
    await signOut(visitor)
    expect((await guessedAt(email, 40)).slice(-1)).toEqual(['missing_response'])
    expect(outcome(await signIn(visitor, email))).toBe(200)
  })

  it('have ten guesses, and pay for more by work, which costs more each time', async () => {
    const { email } = await join()
    expect(await guessedAt(email, 12)).toEqual([
      ...Array(10).fill('invalid_email_or_password'),
      'missing_response',
      'missing_response',
    ])
    /** Proofs that one more guess took. */
    const paidFor = async (password: string) => {
      const visitor = new Visitor(server)
      for (let proofs = 1; ; proofs += 1) {
        const answer = outcome(
          await visitor.post('/api/auth/sign-in/email', { email, password }, await proofFor(new Visitor(server))),
        )
        if (answer !== 'more_work_needed') return [proofs, answer]
        expect(refusalOf(answer)[1]).not.toMatch(/compte/)
      }
    }
    const prices = []
    for (let n = 0; n < 5; n += 1) prices.push(await paidFor(`payé-${n}`))
    const wrong = 'invalid_email_or_password'
    expect(prices).toEqual([
      [1, wrong],
      [1, wrong],
      [2, wrong],
      [2, wrong],
      [4, wrong],
    ])
    expect(await paidFor(PASSWORD)).toEqual([4, 200])
    expect(await guessedAt(email, 1)).toEqual([wrong])
  })

  it('count for nothing as long as they do not pay, and an invalid proof pays nothing', async () => {
    const { email } = await join()
    await guessedAt(email, 10)
    const junk = { 'x-captcha-response': 'eyJ9' }
    for (let n = 0; n < 30; n += 1) {
      const answer = await new Visitor(server).post('/api/auth/sign-in/email', { email, password: 'faux-faux' }, junk)
      expect(outcome(answer)).toBe('verification_failed')
    }
    const owner = new Visitor(server)
    const answer = await owner.post('/api/auth/sign-in/email', { email, password: PASSWORD }, await proofFor(owner))
    expect(outcome(answer)).toBe(200)
  })

  it('are refused after thirty in a quarter of an hour, at any price; the owner’s device is not', async () => {
    const { email, visitor } = await join()
    await server.tribune.app.pool.query('DELETE FROM auth.attempt')
    await guessedAt(email, 1)
    await server.tribune.app.pool.query(`UPDATE auth.attempt SET points = 30 WHERE key LIKE 'guess%'`)
    const stranger = new Visitor(server)
    const body = { email, password: PASSWORD }
    const locked = await stranger.post('/api/auth/sign-in/email', body, await proofFor(stranger))
    expect([outcome(locked), Number(locked.headers['retry-after']) > 800]).toEqual(['too_many_attempts', true])
    expect(outcome(await signIn(visitor, email))).toBe(200)
  })

  it('do not affect codes by mail, nor the other way round', async () => {
    const { email } = await join()
    await guessedAt(email, 10)
    const code = await mailCode(email)
    expect(outcome(await enter(new Visitor(server), email, code))).toBe(200)
    for (let n = 0; n < 12; n += 1) await enter(new Visitor(server), email, '000000')
    await server.tribune.app.pool.query(`DELETE FROM auth.attempt WHERE points <> 5`)
    expect(outcome(await enter(new Visitor(server), email, '000000'))).toBe('missing_response')
    await server.tribune.app.pool.query(`DELETE FROM auth.attempt`)
    for (let n = 0; n < 12; n += 1) await enter(new Visitor(server), email, '000000')
    expect(outcome(await signIn(new Visitor(server), email))).toBe(200)
  })
})

describe('a device that has signed in to an account', () => {
  it('has ten guesses of its own, which lock only this device', async () => {
    const { email, visitor } = await join()
    await signOut(visitor)
    for (let n = 0; n < 10; n += 1) await signIn(visitor, email, `faux-${n}`)
    expect(outcome(await signIn(visitor, email))).toBe('too_many_attempts')
    expect(outcome(await signIn(new Visitor(server), email))).toBe(200)
  })

  it('is a stranger to every other account', async () => {
    const { visitor } = await join()
    const { email: other } = await join()
    await signOut(visitor)
    await guessedAt(other, 10)
    expect(outcome(await signIn(visitor, other))).toBe('missing_response')
  })

  it('can enter codes by mail, second factor and phone too, after any guesses of strangers', async () => {
    const { email, visitor } = await join()
    const begun = (await visitor.post('/api/auth/two-factor/enable', { password: PASSWORD })).json()
    const totp = URI.parse(begun.totpURI) as unknown as { generate(options?: object): string }
    const prove = (who: Visitor, code: string) => who.post('/api/auth/two-factor/verify-totp', { code })
    expect((await prove(visitor, totp.generate())).statusCode).toBe(200)
    await signOut(visitor)
    for (let n = 0; n < 12; n += 1) {
      const intruder = new Visitor(server)
      await signIn(intruder, email)
      await prove(intruder, String(100_000 + n))
      await enter(new Visitor(server), email, '000000')
    }
    expect(outcome(await enter(new Visitor(server), email, '000000'))).toBe('missing_response')
    expect(outcome(await enter(visitor, email, await mailCode(email)))).toBe(200)
    expect(outcome(await prove(visitor, totp.generate({ timestamp: Date.now() + 30_000 })))).toBe(200)

    const phone = '+33600000811'
    const texted = async (who: Visitor, count: number) => {
      await who.post('/api/auth/phone-number/send-otp', { phoneNumber: phone }, await proofFor(who))
      return /\d{6}/.exec((await server.texts.waitFor(phone, count)).text)?.[0] ?? ''
    }
    const verify = (who: Visitor, code: string) =>
      who.post('/api/auth/phone-number/verify', { phoneNumber: phone, code })
    const owner = new Visitor(server)
    expect(outcome(await verify(owner, await texted(owner, 1)))).toBe(200)
    await signOut(owner)
    for (let n = 0; n < 12; n += 1) await verify(new Visitor(server), '000000')
    const next = await texted(owner, 2)
    expect(outcome(await verify(new Visitor(server), next))).toBe('missing_response')
    expect(outcome(await verify(owner, next))).toBe(200)
  })

  it('is forgotten with the account, beyond the twenty latest, and after as long as its identifier lasts', async () => {
    const { email } = await join()
    const { db } = server.tribune.app
    const devices = () =>
      db
        .selectFrom('auth.known_device as d')
        .innerJoin('auth.user as u', 'u.id', 'd.user_id')
        .select(['d.device_hash', 'u.id'])
        .where('u.email', '=', email)
        .execute()
    for (let n = 0; n < 22; n += 1) await signIn(new Visitor(server), email)
    const rows = await devices()
    expect(rows).toHaveLength(20)
    server.clock.advance(401 * 86_400_000)
    await signIn(new Visitor(server), email)
    server.clock.advance(-401 * 86_400_000)
    expect(await devices()).toHaveLength(1)
    await db.deleteFrom('auth.user').where('email', '=', email).execute()
    const left = await db
      .selectFrom('auth.known_device')
      .where('user_id', '=', rows[0]?.id ?? '')
      .selectAll()
      .execute()
    expect(left).toEqual([])
  })
})

describe('a device that asked for a code', () => {
  const wrongFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  const phone = '+33600000822'
  const askText = (who: Visitor, headers: Record<string, string>) =>
    who.post('/api/auth/phone-number/send-otp', { phoneNumber: phone }, headers)
  const kinds: [
    string,
    (who: Visitor) => Promise<{ code: string; enter(by: Visitor, code: string): Promise<Answer> }>,
  ][] = [
    [
      'by mail',
      async (who) => {
        const { email } = await join()
        return { code: await mailCode(email, who), enter: (by, code) => enter(by, email, code) }
      },
    ],
    [
      'by text',
      async (who) => {
        const count = server.texts.list().filter(({ to }) => to === phone).length
        await askText(who, await proofFor(who))
        const code = /\d{6}/.exec((await server.texts.waitFor(phone, count + 1)).text)?.[0] ?? ''
        return {
          code,
          enter: (by, code) => by.post('/api/auth/phone-number/verify', { phoneNumber: phone, code }),
        }
      },
    ],
  ]

  it.each(kinds)('has five tries that strangers’ guesses do not use up: %s', async (_, ask) => {
    const owner = new Visitor(server)
    const { code, enter: guess } = await ask(owner)
    for (let n = 0; n < 12; n += 1) await guess(new Visitor(server), wrongFor(code))
    expect(outcome(await guess(new Visitor(server), code))).toBe('missing_response')
    for (let n = 0; n < 4; n += 1) expect(outcome(await guess(owner, wrongFor(code)))).toBe('invalid_otp')
    expect(outcome(await guess(owner, code))).toBe(200)
  })

  it.each(kinds)('has no more than five for each code that it asks for: %s', async (_, ask) => {
    const owner = new Visitor(server)
    const { code, enter: guess } = await ask(owner)
    for (let n = 0; n < 5; n += 1) expect(outcome(await guess(owner, wrongFor(code)))).toBe('invalid_otp')
    const locked = await guess(owner, code)
    expect([outcome(locked), Number(locked.headers['retry-after']) > 800]).toEqual(['too_many_attempts', true])
    expect(outcome(await guess(new Visitor(server), code))).toBe(200)
  })

  it('has them for a newer code that a stranger requested in place of its own', async () => {
    const { email } = await join()
    const owner = new Visitor(server)
    await mailCode(email, owner)
    const newer = await mailCode(email, new Visitor(server))
    for (let n = 0; n < 12; n += 1) await enter(new Visitor(server), email, wrongFor(newer))
    expect(outcome(await enter(owner, email, newer))).toBe(200)
  })

  it('is not needed if a device has signed in to the account before', async () => {
    const { email, visitor } = await join()
    await signOut(visitor)
    const code = await mailCode(email)
    for (let n = 0; n < 12; n += 1) await enter(new Visitor(server), email, wrongFor(code))
    expect(outcome(await enter(visitor, email, code))).toBe(200)
  })

  it('has none at another account, and none if none was sent', async () => {
    const { email } = await join()
    const { email: other } = await join()
    const owner = new Visitor(server)
    await mailCode(email, owner)
    const unpaid = await owner.post('/api/auth/sign-in/magic-link', { email: other, callbackURL: '/' })
    expect(outcome(unpaid)).toBe('missing_response')
    for (let n = 0; n < 5; n += 1) await enter(new Visitor(server), other, '000000')
    expect(outcome(await enter(owner, other, '000000'))).toBe('missing_response')
  })
})

describe('with a captcha in place of work', () => {
  let judge: CaptchaJudge
  let guarded: AccountsServer
  beforeAll(async () => {
    judge = await startCaptchaJudge('known-to-the-judge')
    const env = {
      TURNSTILE_SITE_KEY: 'site',
      TURNSTILE_SECRET_KEY: 'known-to-the-judge',
      TURNSTILE_VERIFY_URL: judge.url,
    }
    guarded = await startAccountsServer(database.url, { env })
  })
  afterAll(async () => {
    await guarded.close()
    await judge.close()
  })

  it('strangers give one for each guess after ten', async () => {
    const { email } = await join()
    const attempt = async (password: string, proof?: string) => {
      const headers: Record<string, string> = proof === undefined ? {} : { 'x-captcha-response': proof }
      return outcome(await new Visitor(guarded).post('/api/auth/sign-in/email', { email, password }, headers))
    }
    for (let n = 0; n < 10; n += 1) expect(await attempt(`faux-${n}`)).toBe('invalid_email_or_password')
    expect(await attempt(PASSWORD)).toBe('missing_response')
    expect(await attempt(PASSWORD, 'made-up')).toBe('verification_failed')
    judge.believed.add('a-person')
    expect(await attempt(PASSWORD, 'a-person')).toBe(200)
  })
})

describe('without proof of work or captcha', () => {
  it('strangers are refused after ten, and the owner’s device is not', async () => {
    const free = await startAccountsServer(database.url)
    const email = newEmail()
    const owner = await joinAs(free, email)
    const answers = []
    for (let n = 0; n < 12; n += 1) answers.push(outcome(await signIn(new Visitor(free), email, `faux-${n}`)))
    expect(answers.slice(9)).toEqual(['invalid_email_or_password', 'too_many_attempts', 'too_many_attempts'])
    expect(outcome(await signIn(owner, email))).toBe(200)
    await free.close()
  })
})
