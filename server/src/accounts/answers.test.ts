import { ACCOUNT_CALLS } from '@tribune/contract/account-endpoints.ts'
import type { LightMyRequestResponse } from 'fastify'
import { URI } from 'otpauth'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OpenIdStandIn, startOpenIdStandIn } from '../standins/openid/stand-in.ts'
import { type AccountsServer, joinAs, startAccountsServer, Visitor } from '../testing/accounts.ts'
import { ORIGIN, PASSWORD } from '../testing/constants.ts'
import { databaseForFile } from '../testing/for-file.ts'
import { type SamlProvider, startSamlProvider } from '../testing/saml-provider.ts'
import { enterByWallet, solanaWallet } from '../testing/wallets.ts'

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
  '/sign-in/email-otp': async () => post('/sign-in/email-otp', { email: EMAIL, otp: (await mailed()).otp }, stranger()),
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
