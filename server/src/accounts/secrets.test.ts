import { readFileSync } from 'node:fs'
import { symmetricEncrypt } from 'better-auth/crypto'
import { sql } from 'kysely'
import { URI } from 'otpauth'
import { afterEach, expect, it } from 'vitest'
import { resealAll } from '../features/fans/accounts/service.ts'
import { createSigner, createTokenSigner, sessionCookieName } from '../http/signed-token.ts'
import { type AccountsServer, joinAs, signIn, signUp, startAccountsServer, Visitor } from '../testing/accounts.ts'
import { ORIGIN, PASSWORD } from '../testing/constants.ts'
import { databaseForFile } from '../testing/for-file.ts'

const FORMER = 'the-former-secret-of-tests-0123456789-abcdef'
const NEWEST = 'the-newest-secret-of-tests-9876543210-fedcba'
const OPERATIONS = new URL('../../../docs/operations.md', import.meta.url)
const COOKIE = sessionCookieName(false)
const database = databaseForFile()
const running: AccountsServer[] = []

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()))
  await database.db.deleteFrom('auth.jwks').execute()
})

async function serverWith(newest: string, ...older: string[]): Promise<AccountsServer> {
  const env = { SECRET: newest, OLD_SECRETS: older.join(' ') }
  const server = await startAccountsServer(database.url, { origin: ORIGIN, env })
  running.push(server)
  return server
}

/** The same browser, at a server that was started again. */
function sameBrowser(visitor: Visitor, server: AccountsServer): Visitor {
  const again = new Visitor(server)
  for (const [name, value] of visitor.cookies) again.cookies.set(name, value)
  return again
}

const me = async (visitor: Visitor, headers = {}) => (await visitor.get('/api/me', headers)).json().fan
const prove = (visitor: Visitor, code: string) => visitor.post('/api/auth/two-factor/verify-totp', { code })
const recover = (visitor: Visitor, code: string) => visitor.post('/api/auth/two-factor/verify-backup-code', { code })
const refusal = (answer: Awaited<ReturnType<typeof prove>>) => [answer.statusCode, answer.json().code]

async function guarded(server: AccountsServer, email: string) {
  const visitor = await joinAs(server, email)
  const begun = (await visitor.post('/api/auth/two-factor/enable', { password: PASSWORD })).json()
  const totp = URI.parse(begun.totpURI)
  const codeOf = (later = 0) => totp.generate({ timestamp: Date.now() + later * 30_000 } as never)
  expect((await prove(visitor, codeOf())).statusCode).toBe(200)
  const codes: string[] = begun.backupCodes
  return { email, visitor, codeOf, codes, secret: totp.secret.base32 }
}

const factorOf = (email: string) =>
  database.db
    .selectFrom('auth.two_factor as f')
    .innerJoin('auth.user as u', 'u.id', 'f.user_id')
    .select(['f.id', 'f.secret', 'f.backup_codes'])
    .where('u.email', '=', email)
    .executeTakeFirstOrThrow()

it('keeps sessions that an older secret signed, by cookie and as an app’s token', async () => {
  const before = await joinAs(await serverWith(FORMER), 'fidele@stade.invalid')
  const server = await serverWith(NEWEST, FORMER)
  const browser = sameBrowser(before, server)
  expect(await me(browser)).toMatchObject({ email: 'fidele@stade.invalid' })
  const bearer = { authorization: `Bearer ${decodeURIComponent(before.cookies.get(COOKIE) ?? '')}` }
  expect(await me(new Visitor(server), bearer)).toMatchObject({ email: 'fidele@stade.invalid' })
  expect((await browser.get('/api/auth/get-session')).json().user.email).toBe('fidele@stade.invalid')
  expect((await new Visitor(server).get('/api/auth/get-session', bearer)).json().user.email).toBe(
    'fidele@stade.invalid',
  )

  const without = await serverWith(NEWEST)
  expect(await me(sameBrowser(before, without))).toBeNull()
  expect((await browser.post('/api/auth/sign-out', {})).statusCode).toBe(200)
  expect(await me(sameBrowser(before, server))).toBeNull()
})

it('decrypts a second factor that an older secret sealed, and seals it with the newest at its first use', async () => {
  const { email, codeOf, codes } = await guarded(await serverWith(FORMER), 'gardee@stade.invalid')
  const sealed = await factorOf(email)
  const server = await serverWith(NEWEST, FORMER)
  const visitor = new Visitor(server)
  expect((await signIn(visitor, email)).json().twoFactorMethods).toEqual(['app'])
  expect((await prove(visitor, codeOf(1))).statusCode).toBe(200)
  const again = new Visitor(server)
  await signIn(again, email)
  expect((await recover(again, codes[0] ?? '')).statusCode).toBe(200)
  const resealed = await factorOf(email)
  expect(resealed.secret).not.toBe(sealed.secret)

  const later = new Visitor(await serverWith(NEWEST))
  await signIn(later, email)
  expect(refusal(await recover(later, codes[0] ?? ''))).toEqual([401, 'INVALID_BACKUP_CODE'])
  expect((await recover(later, codes[1] ?? '')).statusCode).toBe(200)
})

it('accepts links, codes and marks that were sent before the secret changed', async () => {
  const before = await serverWith(FORMER)
  const newcomer = new Visitor(before)
  await signUp(newcomer, 'chemin@stade.invalid', { callbackURL: '/' })
  const link = (await before.outbox.waitFor('chemin@stade.invalid')).links[0] ?? ''
  await new Visitor(before).post('/api/auth/sign-in/magic-link', { email: 'code@stade.invalid', callbackURL: '/' })
  const [, ...halves] = /(\d{3})\s(\d{3})/.exec((await before.outbox.waitFor('code@stade.invalid')).text) ?? []
  const code = halves.join('')
  await new Visitor(before).post('/api/auth/phone-number/send-otp', { phoneNumber: '+33612345678' })
  const texted = /\b\d{6}\b/.exec((await before.texts.waitFor('+33612345678')).text)?.[0]

  const server = await serverWith(NEWEST, FORMER)
  const browser = sameBrowser(newcomer, server)
  await browser.get(link)
  expect(await me(browser)).toMatchObject({ email: 'chemin@stade.invalid' })
  // Its mark was known: the password holds.
  expect((await signIn(new Visitor(server), 'chemin@stade.invalid')).statusCode).toBe(200)
  const byMail = await new Visitor(server).post('/api/auth/sign-in/email-otp', {
    email: 'code@stade.invalid',
    otp: code,
  })
  expect(byMail.statusCode).toBe(200)
  const phone = { phoneNumber: '+33612345678', code: texted }
  expect((await new Visitor(server).post('/api/auth/phone-number/verify', phone)).statusCode).toBe(200)
})

it('reads what was written before keys were derived by purpose', async () => {
  const { email, codeOf, codes, secret, visitor } = await guarded(await serverWith(FORMER), 'ancienne@stade.invalid')
  const { id } = await factorOf(email)
  const bytes = Buffer.from(URI.parse(`otpauth://totp/x?secret=${secret}`).secret.bytes).toString()
  await database.db
    .updateTable('auth.two_factor')
    .set({
      secret: await symmetricEncrypt({ key: FORMER, data: bytes }),
      backup_codes: await symmetricEncrypt({ key: FORMER, data: JSON.stringify(codes) }),
    })
    .where('id', '=', id)
    .execute()
  const token = createTokenSigner(FORMER).verify(decodeURIComponent(visitor.cookies.get(COOKIE) ?? '')) ?? ''
  const server = await serverWith(NEWEST, FORMER)
  const former = new Visitor(server)
  former.cookies.set(COOKIE, encodeURIComponent(createSigner(FORMER).sign(token)))
  expect(await me(former)).toMatchObject({ email })
  const newer = new Visitor(server)
  await signIn(newer, email)
  expect((await prove(newer, codeOf(1))).statusCode).toBe(200)
})

it('refuses a fan whose second factor no secret decrypts, with an error code of its own', async () => {
  const { email } = await guarded(await serverWith(FORMER), 'perdue@stade.invalid')
  const server = await serverWith(NEWEST)
  const visitor = new Visitor(server)
  const answer = await signIn(visitor, email)
  expect(refusal(answer)).toEqual([409, 'FACTOR_UNREADABLE'])
  expect(answer.json().error).toMatchObject({
    code: 'factor_unreadable',
    message: expect.stringContaining('Écris-nous'),
  })
  expect(await me(visitor)).toBeNull()

  const [reset] = /```sql\n([^`]*fan@example\.invalid[^`]*)```/.exec(readFileSync(OPERATIONS, 'utf8'))?.slice(1) ?? []
  for (const statement of reset?.split(';').filter((one) => one.trim() !== '') ?? []) {
    await sql.raw(statement.replace('fan@example.invalid', email)).execute(database.db)
  }
  expect((await signIn(visitor, email)).statusCode).toBe(200)
  expect(await me(visitor)).toMatchObject({ email, two_factor: false })
})

it('sends a code to the phone of a fan whose app’s key no secret decrypts', async () => {
  const { email } = await guarded(await serverWith(FORMER), 'secours@stade.invalid')
  await database.db
    .updateTable('auth.user')
    .set({ phone_number: '+33612345699', phone_number_verified: true })
    .where('email', '=', email)
    .execute()
  const server = await serverWith(NEWEST)
  const visitor = new Visitor(server)
  expect((await signIn(visitor, email)).json().twoFactorMethods).toEqual(['phone'])
  await visitor.post('/api/auth/two-factor/send-otp', {})
  const code = /\b\d{6}\b/.exec((await server.texts.waitFor('+33612345699')).text)?.[0]
  expect((await visitor.post('/api/auth/two-factor/verify-otp', { code })).statusCode).toBe(200)
  expect(await me(visitor)).toMatchObject({ email })
  // The app's own code stays unreadable, and a recovery code too: both are refused with a reason.
  const elsewhere = new Visitor(server)
  await signIn(elsewhere, email)
  expect(refusal(await prove(elsewhere, '123456'))).toEqual([409, 'FACTOR_UNREADABLE'])
  expect(refusal(await recover(elsewhere, 'aaaaa-bbbbb'))).toEqual([409, 'FACTOR_UNREADABLE'])
})

it('signs claims with a new key if no secret decrypts the former one', async () => {
  const former = await serverWith(FORMER)
  const email = 'jeton@stade.invalid'
  expect((await (await joinAs(former, email)).get('/api/auth/token')).statusCode).toBe(200)
  const [listed, lost] = [await serverWith(NEWEST, FORMER), await serverWith('a-third-secret-of-tests-0123456789-abc')]
  for (const [server, keys] of [
    [listed, 1],
    [lost, 2],
  ] as const) {
    const visitor = new Visitor(server)
    await signIn(visitor, email)
    expect((await visitor.get('/api/auth/token')).statusCode).toBe(200)
    expect((await visitor.get('/api/auth/.well-known/jwks.json')).json().keys).toHaveLength(keys)
  }
})

it('the nightly run encrypts everything again with the newest secret, so that the older one can be removed', async () => {
  const before = await serverWith(FORMER)
  const { email, codeOf } = await guarded(before, 'nuit@stade.invalid')
  await (await joinAs(before, 'nuit-2@stade.invalid')).get('/api/auth/token')
  const both = await serverWith(NEWEST, FORMER)
  expect((await resealAll(both.tribune.app)).sealed).toBeGreaterThanOrEqual(3)
  expect(await resealAll(both.tribune.app)).toMatchObject({ sealed: 0 })
  const server = await serverWith(NEWEST)
  const visitor = new Visitor(server)
  await signIn(visitor, email)
  expect((await prove(visitor, codeOf(1))).statusCode).toBe(200)
  expect((await visitor.get('/api/auth/token')).statusCode).toBe(200)
})
