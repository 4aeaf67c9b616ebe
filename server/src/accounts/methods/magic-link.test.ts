import { URI } from 'otpauth'
import { beforeEach, describe, expect, it } from 'vitest'
import { joinAs, signIn, signUp, Visitor } from '../../testing/accounts.ts'
import { PASSWORD } from '../../testing/constants.ts'
import { accountsServerForFile } from '../../testing/for-file.ts'

const server = accountsServerForFile()

const me = async (visitor: Visitor) => (await visitor.get('/api/me')).json().fan

const ask = (visitor: Visitor, email: string, callbackURL = '/match/7') =>
  visitor.post('/api/auth/sign-in/magic-link', { email, callbackURL })

/** The link and the code of the newest mail to somebody, the `count`th. */
async function mailed(email: string, count = 1) {
  const mail = await server.outbox.waitFor(email, count)
  const link = new URL(mail.links.find((one) => one.includes('link=')) ?? '')
  const code = /(\d{3})\s(\d{3})/.exec(mail.text)
  return { mail, link, token: link.searchParams.get('link') ?? '', code: `${code?.[1]}${code?.[2]}` }
}

const exchange = (visitor: Visitor, token: string, headers: Record<string, string> = {}) =>
  visitor.get(`/api/auth/magic-link/verify?token=${encodeURIComponent(token)}`, headers)
const enter = (visitor: Visitor, email: string, otp: string) =>
  visitor.post('/api/auth/sign-in/email-otp', { email, otp })
const codeOf = (answer: { json(): { error?: { code: string } } }) => answer.json().error?.code

describe('a link by mail', () => {
  it('leads to our page, which exchanges it and signs a new fan up at once', async () => {
    const visitor = new Visitor(server)
    const email = 'Lien@Stade.invalid'
    expect((await ask(visitor, email)).json()).toEqual({ status: true })
    const { mail, link, token, code } = await mailed(email)
    expect(mail.subject).toBe(`${code.slice(0, 3)}\u202f${code.slice(3)}, ton code de connexion`)
    expect(link.origin + link.pathname).toBe(`${server.origin}/profile`)
    expect(link.searchParams.get('back')).toBe('/match/7')
    expect(Number(link.searchParams.get('until')) - server.clock.now().getTime()).toBeGreaterThan(14 * 60_000)
    expect(visitor.cookies.size).toBe(0)

    const other = new Visitor(server)
    expect((await exchange(other, token)).statusCode).toBe(200)
    expect(await me(other)).toMatchObject({ email: 'lien@stade.invalid', email_verified: true })
  })

  it.each([
    ['used twice', async (token: string) => void (await exchange(new Visitor(server), token))],
    ['tampered with', null],
  ])('that is %s is refused, with a reason', async (name, before) => {
    const email = `lien-${name.replaceAll(' ', '-')}@stade.invalid`
    await ask(new Visitor(server), email)
    const { token } = await mailed(email)
    await before?.(token)
    const visitor = new Visitor(server)
    const answer = await exchange(visitor, before === null ? `${token}x` : token)
    expect([answer.statusCode, codeOf(answer), visitor.cookies.size]).toEqual([400, 'invalid_token', 0])
    expect(answer.headers.location).toBeUndefined()
  })

  it('expires after a quarter of an hour', async () => {
    const email = 'lien-tardif@stade.invalid'
    await ask(new Visitor(server), email)
    const { token, code } = await mailed(email)
    const { db } = server.tribune.app
    await db
      .updateTable('auth.verification')
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .execute()
    expect(codeOf(await exchange(new Visitor(server), token))).toBe('invalid_token')
    // The library deletes expired links at each lookup, so it may no longer know that there was one.
    expect(['otp_expired', 'invalid_otp']).toContain(codeOf(await enter(new Visitor(server), email, code)))
  })

  it('signs no fan in from a page of another site, which could make them vote as another fan', async () => {
    const email = 'lien-etranger@stade.invalid'
    await ask(new Visitor(server), email)
    const { token } = await mailed(email)
    const victim = new Visitor(server)
    const answer = await exchange(victim, token, { 'sec-fetch-site': 'cross-site' })
    expect([answer.statusCode, codeOf(answer), victim.cookies.size]).toEqual([403, 'foreign_origin', 0])
    expect((await exchange(victim, token, { 'sec-fetch-site': 'same-origin' })).statusCode).toBe(200)
  })

  it('removes the password of a stranger who signed up first without owning the address', async () => {
    const email = 'preinscrite@stade.invalid'
    const intruder = new Visitor(server)
    await signUp(intruder, email)
    await ask(new Visitor(server), email)
    const { token } = await mailed(email, 2)
    const owner = new Visitor(server)
    await exchange(owner, token)
    expect(await me(owner)).toMatchObject({ email, email_verified: true })
    expect((await signIn(intruder, email)).statusCode).toBe(401)
  })

  it('keeps the password of an account that is confirmed', async () => {
    const email = 'confirmee@stade.invalid'
    await joinAs(server, email)
    await ask(new Visitor(server), email)
    await exchange(new Visitor(server), (await mailed(email, 2)).token)
    expect((await signIn(new Visitor(server), email, PASSWORD)).statusCode).toBe(200)
  })

  it('does not reveal whether an address has an account', async () => {
    await joinAs(server, 'membre@stade.invalid')
    const answers = await Promise.all(
      ['membre@stade.invalid', 'inconnue@stade.invalid'].map((email) => ask(new Visitor(server), email)),
    )
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1)
  })

  it.each([
    ['not an address', 'stade', 'invalid_email'],
    ['a box made to be thrown away', 'fan@mailinator.com', 'disposable_email'],
  ])('is not sent to %s', async (_name, email, code) => {
    const answer = await ask(new Visitor(server), email)
    expect([answer.statusCode, codeOf(answer)]).toEqual([400, code])
  })

  it('is never made to lead away', async () => {
    const answer = await ask(new Visitor(server), 'egaree@stade.invalid', '/..//evil.invalid')
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'INVALID_CALLBACK_URL'])
  })
})

describe('the code of the same mail', () => {
  it('signs in on the device that requested it, once', async () => {
    const email = 'Code@stade.invalid'
    const visitor = new Visitor(server)
    await ask(visitor, email)
    const { code } = await mailed(email)
    expect((await enter(visitor, email, code)).statusCode).toBe(200)
    expect(await me(visitor)).toMatchObject({ email: 'code@stade.invalid' })
    expect((await enter(new Visitor(server), email, code)).statusCode).toBe(400)
  })

  it('is refused once a newer one is sent', async () => {
    const email = 'code-neuf@stade.invalid'
    await ask(new Visitor(server), email)
    const { code } = await mailed(email)
    await ask(new Visitor(server), email)
    const { code: newer } = await mailed(email, 2)
    if (newer !== code) expect(codeOf(await enter(new Visitor(server), email, code))).toBe('invalid_otp')
    expect((await enter(new Visitor(server), email, newer)).statusCode).toBe(200)
  })

  it('and the link of its mail sign in once between them, even at the same moment', async () => {
    const uses = [
      async (email: string, code: string) => enter(new Visitor(server), email, code),
      async (_email: string, _code: string, token: string) => exchange(new Visitor(server), token),
    ] as const
    for (const [n, [first, second]] of [uses, [uses[1], uses[0]] as const].entries()) {
      const email = `paire-${n}@stade.invalid`
      await ask(new Visitor(server), email)
      const { code, token } = await mailed(email)
      expect((await first(email, code, token)).statusCode).toBe(200)
      expect((await second(email, code, token)).statusCode).toBe(400)
      await ask(new Visitor(server), email)
      const next = await mailed(email, 2)
      const both = await Promise.all(uses.map((use) => use(email, next.code, next.token)))
      expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
    }
  })

  it('and its link are used up by a sign-in that still needs its second proof', async () => {
    const email = 'paire-deux@stade.invalid'
    const fan = await joinAs(server, email)
    const { totpURI } = (await fan.post('/api/auth/two-factor/enable', { password: PASSWORD })).json()
    await fan.post('/api/auth/two-factor/verify-totp', { code: URI.parse(totpURI).generate() })
    await ask(new Visitor(server), email)
    const { code, token } = await mailed(email, 2)
    expect((await enter(new Visitor(server), email, code)).json()).toMatchObject({ twoFactorRedirect: true })
    expect(codeOf(await exchange(new Visitor(server), token))).toBe('invalid_token')
  })

  it('is sent with a link that replaces the previous mail’s', async () => {
    const email = 'lien-ancien@stade.invalid'
    await ask(new Visitor(server), email)
    const { token } = await mailed(email)
    await ask(new Visitor(server), email)
    const { token: newer } = await mailed(email, 2)
    expect(codeOf(await exchange(new Visitor(server), token))).toBe('invalid_token')
    expect((await exchange(new Visitor(server), newer)).statusCode).toBe(200)
  })

  it('is never stored in the clear, nor is the link’s token', async () => {
    const email = 'code-garde@stade.invalid'
    await ask(new Visitor(server), email)
    const { code, token } = await mailed(email)
    const { rows } = await server.tribune.app.pool.query('SELECT identifier, value FROM auth.verification')
    const stored = JSON.stringify(rows)
    expect([stored.includes(code), stored.includes(token)]).toEqual([false, false])
  })
})

describe('a hundred wrong guesses', () => {
  beforeEach(() => server.tribune.app.pool.query('DELETE FROM auth.attempt'))

  const guesses = async (
    guess: (nth: number) => Promise<{ statusCode: number; json(): { error?: { code: string } } }>,
  ) => {
    const answers = []
    for (let nth = 0; nth < 100; nth += 1) answers.push(codeOf(await guess(nth)))
    return answers
  }

  it('at a code lock the account, regardless of the client addresses, and the answer explains the lock', async () => {
    const email = 'devinee@stade.invalid'
    await ask(new Visitor(server), email)
    const { code } = await mailed(email)
    const wrong = (nth: number) => String((Number(code) + nth + 1) % 1_000_000).padStart(6, '0')
    const answers = await guesses((nth) => enter(new Visitor(server), email, wrong(nth)))
    expect(answers.indexOf('too_many_attempts')).toBeLessThan(10)
    expect(new Set(answers.slice(10))).toEqual(new Set(['too_many_attempts']))
    const refused = await enter(new Visitor(server), email.toUpperCase(), code)
    expect([refused.statusCode, refused.json().error.message]).toEqual([
      429,
      'Trop d’essais. Réessaie dans un quart d’heure, ou demande un lien de connexion.',
    ])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800)
  })

  it('at a password lock it too, even for the right one, and the link by mail still signs in', async () => {
    const email = 'forcee@stade.invalid'
    await joinAs(server, email)
    const answers = await guesses((nth) => signIn(new Visitor(server), email, `essai-numero-${nth}`))
    expect(answers.filter((code) => code === 'invalid_email_or_password')).toHaveLength(10)
    expect(codeOf(await signIn(new Visitor(server), email))).toBe('too_many_attempts')
    await ask(new Visitor(server), email)
    expect((await exchange(new Visitor(server), (await mailed(email, 2)).token)).statusCode).toBe(200)
  })

  it('made at once do not exceed the limit', async () => {
    const email = 'assaillie@stade.invalid'
    await joinAs(server, email)
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, nth) => signIn(new Visitor(server), email, `essai-numero-${nth}`)),
    )
    expect(answers.filter((answer) => answer.statusCode === 401)).toHaveLength(10)
    expect(answers.filter((answer) => answer.statusCode === 429)).toHaveLength(30)
  })

  it('sent as a form count as well', async () => {
    const email = 'formulee@stade.invalid'
    await joinAs(server, email)
    const form = (password: string) =>
      new Visitor(server).post('/api/auth/sign-in/email', `email=${email}&password=${password}`, {
        'content-type': 'application/x-www-form-urlencoded',
      })
    const answers = []
    for (let nth = 0; nth < 12; nth += 1) answers.push((await form(`essai-${nth}`)).statusCode)
    expect(answers.includes(200)).toBe(false)
    expect(answers.filter((status) => status === 401).length).toBeLessThanOrEqual(10)
  })

  it('are forgotten after a right one, and never counted against another fan', async () => {
    const email = 'distraite@stade.invalid'
    await joinAs(server, email)
    for (let round = 0; round < 3; round += 1) {
      for (let nth = 0; nth < 9; nth += 1) await signIn(new Visitor(server), email, 'pas-le-bon')
      expect((await signIn(new Visitor(server), email)).statusCode).toBe(200)
    }
    const { rows } = await server.tribune.app.pool.query("SELECT * FROM auth.attempt WHERE key NOT LIKE 'sent:%'")
    expect(rows).toEqual([])
  })
})
