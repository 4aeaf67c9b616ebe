import { ACCOUNT_CALLS, type AccountPath } from '@tribune/contract/account-endpoints.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { joinAs, type Visitor } from '../testing/accounts.ts'
import { PASSWORD } from '../testing/constants.ts'
import { accountsServerForFile } from '../testing/for-file.ts'
import { ENDPOINTS } from './endpoints.ts'

type Checked = Exclude<AccountPath<'POST'>, '/callback/apple' | '/sso/saml2/sp/acs/saml'>

const EMAIL = 'corps@stade.invalid'
const OTHER = 'autre-corps@stade.invalid'
const secret = `${'S'.repeat(42)}A`
const phoneNumber = '+33600000499'
const way = { callbackURL: '/', errorCallbackURL: '/profile' }
const wallet = { chain: 'ethereum', address: `0x${'1'.repeat(40)}` }

/** All that may be sent to each address: a call that is not here does not compile. */
const BODIES: Readonly<Record<Checked, object>> = {
  '/sign-up/email': { name: 'Fan', email: OTHER, password: PASSWORD, callbackURL: '/' },
  '/send-verification-email': { email: EMAIL, callbackURL: '/' },
  '/sign-in/email': { email: EMAIL, password: PASSWORD, callbackURL: '/' },
  '/request-password-reset': { email: EMAIL, redirectTo: '/profile?type=recovery' },
  '/reset-password': { newPassword: PASSWORD, token: 'nobodys' },
  '/sign-in/magic-link': { email: EMAIL, callbackURL: '/' },
  '/sign-in/email-otp': { email: EMAIL, otp: '000000' },
  '/phone-number/send-otp': { phoneNumber },
  '/phone-number/verify': { phoneNumber, code: '000000', updatePhoneNumber: true },
  '/sign-in/social': { ...way, provider: 'google', idToken: { token: 'a.b.c', nonce: 'n'.repeat(16) } },
  '/link-social': { ...way, provider: 'google' },
  '/sign-in/sso': { ...way, providerId: 'saml' },
  '/wallet/challenge': wallet,
  '/wallet/verify': { ...wallet, nonce: '0'.repeat(32), signature: `0x${'00'.repeat(65)}`, link: true },
  '/two-factor/enable': { password: PASSWORD },
  '/two-factor/disable': { password: PASSWORD },
  '/two-factor/generate-backup-codes': { password: PASSWORD },
  '/two-factor/verify-totp': { code: '000000' },
  '/two-factor/send-otp': {},
  '/two-factor/verify-otp': { code: '000000' },
  '/two-factor/verify-backup-code': { code: 'aaaaa-bbbbb' },
  '/app/exchange': { code: secret, verifier: secret },
  '/sign-out': {},
}
const CALLS = Object.entries(BODIES) as [Checked, object][]
const server = accountsServerForFile()
let fan: Visitor

beforeAll(async () => {
  fan = await joinAs(server, EMAIL)
})

/** Everything below `auth`, as one hash, and how many messages have left. */
async function state() {
  const { post, texts } = server.tribune.app.accounts
  await Promise.all([post.flush(), texts.flush()])
  const tables = ['user', 'session', 'account', 'verification', 'two_factor', 'jwks'].map(
    (name) =>
      sql`SELECT ${name} AS name, md5(string_agg(t::text, ' ' ORDER BY t::text)) FROM auth.${sql.table(name)} t`,
  )
  const { rows } = await sql.join(tables, sql` UNION ALL `).$castTo<object>().execute(server.tribune.app.db)
  return { rows, mails: server.outbox.list().length, texts: server.texts.list().length }
}

describe('a body of the accounts', () => {
  it.each(CALLS)('sent to %s holds what the contract names, and is accepted whole', (path, body) => {
    const allowed: z.ZodType = ENDPOINTS[path].body
    const listed = ACCOUNT_CALLS.find((call) => call.method === 'POST' && call.path === `/api/auth${path}`)?.body
    const fieldsOf = (type: z.ZodType | undefined) =>
      Object.keys(z.toJSONSchema(type ?? z.never(), { io: 'input', unrepresentable: 'any' }).properties ?? {})
    expect(allowed.safeParse(body).success).toBe(true)
    expect(fieldsOf(allowed).toSorted()).toEqual(fieldsOf(listed).toSorted())
    expect(Object.keys(body).toSorted()).toEqual(fieldsOf(listed).toSorted())
  })

  it.each(CALLS)('sent to %s with one more field is refused, and changes nothing', async (path, body) => {
    const before = await state()
    const answer = await fan.post(`/api/auth${path}`, { ...body, more: 'x' })
    expect([answer.statusCode, answer.json().error?.code]).toEqual([400, 'invalid_request'])
    expect(await state()).toEqual(before)
  })

  it.each(['/get-session', '/token', '/magic-link/verify', '/callback/google'])(
    'is refused by %s, which takes none',
    async (path) => {
      expect((await fan.post(`/api/auth${path}`, {})).statusCode).toBe(404)
    },
  )
})
