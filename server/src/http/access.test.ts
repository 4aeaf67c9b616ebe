import { randomUUID } from 'node:crypto'
import type { Endpoint } from '@tribune/contract/endpoint.ts'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { call, refusalOf, startTestServer, type TestServer } from '../testing/app.ts'
import { allEndpoints } from '../testing/contract.ts'
import { type SignedIn, signIn, signInAdmin, signInOne } from '../testing/people.ts'
import { createTokenSigner, sessionCookieName } from './signed-token.ts'

const endpoints = await allEndpoints()
let server: TestServer
let fan: SignedIn
let admin: SignedIn
/** The operator's, yet not good enough: cookie and refusal. */
let poorSessions: readonly (readonly [cookie: string, refusal: readonly [number, string]])[]
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'))
  fan = await signIn(server, 'camille@example.invalid')
  admin = await signInAdmin(server)
  const expired = await sessionOfOperator({ expires_at: new Date(server.clock.now().getTime() - 1) })
  const revoked = await sessionOfOperator({})
  expect((await call(server, 'GET', '/api/user_profiles/count', { cookie: revoked.cookie })).statusCode).toBe(200)
  await server.app.db.deleteFrom('auth.session').where('token', '=', revoked.token).execute()
  await server.app.sessions.forget(admin.id)
  const byPhone = await sessionOfOperator({ amr: 'phone' })
  const ofUnknownMethod = await sessionOfOperator({ amr: null })
  poorSessions = [
    [admin.cookie.replace(/=.{8}/, '=AAAAAAAA'), [401, 'not_authenticated']],
    [expired.cookie, [401, 'not_authenticated']],
    [revoked.cookie, [401, 'not_authenticated']],
    [byPhone.cookie, [403, 'operator_sign_in']],
    [ofUnknownMethod.cookie, [403, 'operator_sign_in']],
  ]
})

/** Another session of the operator's account, by a row of its own. */
async function sessionOfOperator(row: { expires_at?: Date; amr?: string | null }) {
  const now = server.clock.now().getTime()
  const token = randomUUID()
  const usual = { expires_at: new Date(now + 3_600_000), amr: 'password', created_at: new Date(now) }
  await server.app.db
    .insertInto('auth.session')
    .values({ ...usual, ...row, user_id: admin.id, token })
    .execute()
  const signed = createTokenSigner(server.app.config.secret).sign(token)
  return { token, cookie: `${sessionCookieName(false)}=${encodeURIComponent(signed)}` }
}
afterAll(() => server.close())

/** Calls with an invalid body on purpose: the caller is checked before the body. */
function ask({ method, path, body }: Endpoint, cookie?: string) {
  const sent = { ...(cookie === undefined ? {} : { cookie }), ...(body === undefined ? {} : { body: 'null' }) }
  return call(server, method, path.replace(/:\w+/g, '1'), sent)
}

const byAccess = (access: Endpoint['access']) =>
  endpoints
    .filter((endpoint) => endpoint.access === access)
    .map((endpoint) => [endpoint.method, endpoint.path, endpoint] as const)

const ACCESS_CODES = ['not_authenticated', 'admin_only']
const settled = async (answer: ReturnType<typeof ask>) => ACCESS_CODES.includes(refusalOf(await answer)[1] ?? '')

describe('a public address', () => {
  test.each(byAccess('public'))('%s %s needs no session', async (_method, _path, endpoint) => {
    for (const cookie of [undefined, fan.cookie, admin.cookie]) expect(await settled(ask(endpoint, cookie))).toBe(false)
  })
})

describe('an address for fans', () => {
  test.each(byAccess('fan'))('%s %s requires a session', async (_method, _path, endpoint) => {
    expect(refusalOf(await ask(endpoint))).toEqual([401, 'not_authenticated'])
    for (const cookie of [fan.cookie, admin.cookie]) expect(await settled(ask(endpoint, cookie))).toBe(false)
  })
})

describe('an address for the operator', () => {
  test.each(byAccess('admin'))('%s %s requires the operator’s session', async (_method, _path, endpoint) => {
    expect(refusalOf(await ask(endpoint))).toEqual([401, 'not_authenticated'])
    expect(refusalOf(await ask(endpoint, fan.cookie))).toEqual([403, 'admin_only'])
    expect(await settled(ask(endpoint, admin.cookie))).toBe(false)
  })

  test.each(byAccess('admin'))('%s %s is refused in a session that may not administer', async (_m, _path, endpoint) => {
    for (const [cookie, refusal] of poorSessions) expect(refusalOf(await ask(endpoint, cookie))).toEqual(refusal)
  })

  test('refuses the operator’s e-mail while it is not confirmed', async () => {
    const endpoint = endpoints.find(({ access, method }) => access === 'admin' && method === 'GET')
    const other = await startTestServer(inject('databaseUrl'))
    const stranger = await signInOne(other, false)
    await other.app.db.updateTable('auth.user').set({ email: other.app.config.adminEmail }).execute()
    const path = endpoint?.path ?? ''
    expect(refusalOf(await call(other, 'GET', path, { cookie: stranger.cookie }))).toEqual([403, 'admin_only'])
    await other.close()
  })
})

describe('a session', () => {
  const me = '/api/user_profiles'
  test.each([
    ['forged', (cookie: string) => cookie.replace(/=.{8}/, '=AAAAAAAA')],
    ['cut', (cookie: string) => cookie.slice(0, -3)],
    ['under another name', (cookie: string) => `x-${cookie}`],
  ])('%s is refused', async (_name, spoil) => {
    expect(refusalOf(await call(server, 'GET', me, { cookie: spoil(fan.cookie) }))).toEqual([401, 'not_authenticated'])
  })

  test('that has expired is refused, even while it is cached', async () => {
    const other = await signInOne(server)
    expect((await call(server, 'GET', me, { cookie: other.cookie })).statusCode).toBe(200)
    server.clock.advance(86_400_001)
    expect(refusalOf(await call(server, 'GET', me, { cookie: other.cookie }))).toEqual([401, 'not_authenticated'])
    server.clock.advance(-86_400_001)
  })
})

describe('a write', () => {
  const writes = endpoints.filter(({ method }) => method !== 'GET')
  const CODE = 'foreign_origin'
  /** Calls as the operator, who may write everywhere, with an invalid body, so that nothing is written. */
  const send = ({ method, path }: Endpoint, headers: Record<string, string>) =>
    call(server, method, path.replace(/:\w+/g, '1'), { cookie: admin.cookie, body: 'null', headers })

  test.each(writes.map((endpoint) => [endpoint.method, endpoint.path, endpoint] as const))(
    '%s %s is not taken from a page of another site',
    async (_method, _path, endpoint) => {
      expect(refusalOf(await send(endpoint, { 'sec-fetch-site': 'cross-site' }))).toEqual([403, CODE])
      expect(refusalOf(await send(endpoint, { origin: 'https://ailleurs.invalid' }))).toEqual([403, CODE])
      expect(refusalOf(await send(endpoint, {}))[1]).not.toBe(CODE)
    },
  )

  test('with a bearer token is accepted from any origin, such as the native app’s', async () => {
    const [, signed = ''] = fan.cookie.split('=')
    const native = { origin: 'capacitor://localhost', 'sec-fetch-site': 'cross-site' }
    const headers = { ...native, authorization: `Bearer ${decodeURIComponent(signed)}` }
    const answer = await call(server, 'PUT', '/api/votes/1', { body: 'null', headers })
    expect(refusalOf(answer)).toEqual([400, 'invalid_request'])
  })

  test('is checked for its origin, and a read is not', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://ailleurs.invalid' }
    const answer = await call(server, 'GET', '/api/user_profiles', { cookie: fan.cookie, headers })
    expect(answer.statusCode).toBe(200)
  })
})
