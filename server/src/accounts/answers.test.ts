import { ACCOUNT_CALLS, type AccountPath } from '@tribune/contract/account-endpoints.ts'
import type { LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import { URI } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type OpenIdStandIn, startOpenIdStandIn } from '../standins/openid/stand-in.ts'
import { type AccountsServer, joinAs, startAccountsServer, Visitor } from '../testing/accounts.ts'
import { ORIGIN, PASSWORD } from '../testing/constants.ts'
import { accountsServerForFile, databaseForFile } from '../testing/for-file.ts'
import { type SamlProvider, startSamlProvider } from '../testing/saml-provider.ts'
import { enterByWallet, solanaWallet } from '../testing/wallets.ts'
import { ENDPOINTS } from './endpoints.ts'

describe('answers of account calls', () => {
  const EMAIL = 'lue@stade.invalid'
  const BACK = { callbackURL: '/match/7', errorCallbackURL: '/profile' }
  const database = databaseForFile()
  let standIn: OpenIdStandIn
  let saml: SamlProvider
  let server: AccountsServer
  let fan: Visitor

  beforeAll(async () => {
    standIn = await startOpenIdStandIn(['google'], (id) => `${ORIGIN}/api/auth/callback/${id}`)
    saml = await startSamlProvider(['club.invalid'])
    const { organisation } = saml
    server = await startAccountsServer(database.url, {
      origin: ORIGIN,
      identityProviders: standIn.providers,
      organisation,
    })
    fan = await joinAs(server, EMAIL)
  })
  afterAll(async () => {
    await server.close()
    await saml.close()
    await standIn.close()
  })

  /** Requests a mail to sign in, and reads its link's token and its code. */
  async function mailed() {
    const before = server.outbox.list().length
    await fan.post('/api/auth/sign-in/magic-link', { email: EMAIL, callbackURL: '/match/7' })
    const { text, links } = await server.outbox.waitFor(EMAIL, before + 1)
    const link = new URL(links.find((one) => one.includes('link=')) ?? '').searchParams.get('link')
    return { link, otp: (/(\d{3})\s(\d{3})/.exec(text) ?? []).slice(1).join('') }
  }

  async function texted(phoneNumber: string) {
    await fan.post('/api/auth/phone-number/send-otp', { phoneNumber })
    return { phoneNumber, code: (await server.texts.waitFor(phoneNumber)).text.slice(0, 6) }
  }

  const post = (path: string, body: object, visitor = fan) => visitor.post(`/api/auth${path}`, body)
  const stranger = () => new Visitor(server)

  /** Every call whose answer the app reads, made as the app makes it, in the contract's order: the second factor comes last. */
  const CALLS: Readonly<Record<string, () => Promise<LightMyRequestResponse>>> = {
    '/sign-in/email': () =>
      post('/sign-in/email', { email: EMAIL, password: PASSWORD, callbackURL: '/match/7' }, stranger()),
    '/magic-link/verify': async () => stranger().get(`/api/auth/magic-link/verify?token=${(await mailed()).link}`),
    '/sign-in/email-otp': async () =>
      post('/sign-in/email-otp', { email: EMAIL, otp: (await mailed()).otp }, stranger()),
    '/phone-number/verify': async () => post('/phone-number/verify', await texted('+33600000701'), stranger()),
    '/sign-in/social': () => post('/sign-in/social', { ...BACK, provider: 'google' }),
    '/link-social': () => post('/link-social', { ...BACK, provider: 'google' }),
    '/sign-in/sso': () => post('/sign-in/sso', { ...BACK, providerId: 'saml' }),
    '/wallet/challenge': () => post('/wallet/challenge', { chain: 'solana', address: solanaWallet().address }),
    '/wallet/verify': () => enterByWallet(stranger(), solanaWallet()),
    '/two-factor/enable': () => post('/two-factor/enable', { password: PASSWORD }),
    '/two-factor/generate-backup-codes': async () => {
      const { totpURI } = (await post('/two-factor/enable', { password: PASSWORD })).json()
      await post('/two-factor/verify-totp', { code: URI.parse(totpURI).generate() })
      return post('/two-factor/generate-backup-codes', { password: PASSWORD })
    },
  }

  it.each(ACCOUNT_CALLS.filter(({ output }) => output !== undefined))(
    '$method $path answers as the contract declares, with what the app reads',
    async ({ path, output }) => {
      const answer = await CALLS[path.replace('/api/auth', '')]?.()
      expect(answer?.statusCode).toBe(200)
      expect(output?.safeParse(answer?.json()).error).toBeUndefined()
    },
  )

  it('OpenAPI has the inputs and answers of account calls', async () => {
    const { paths } = (await fan.get('/api/openapi.json')).json()
    const { content } = paths['/api/auth/wallet/challenge'].post.responses[200]
    const answer = { properties: { nonce: { type: 'string' }, message: { type: 'string' } } }
    expect(content['application/json'].schema).toMatchObject(answer)
    const token = { name: 'token', in: 'query', required: true, schema: { type: 'string' } }
    expect(paths['/api/auth/verify-email'].get.parameters).toMatchObject([
      token,
      { name: 'callbackURL', required: false },
    ])
  })
})

describe('bodies of account calls', () => {
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
})
