import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { call, refusalOf, startTestServer, type TestServer } from '../testing/app.ts'
import { ORIGIN, PASSWORD } from '../testing/constants.ts'
import { type SignedIn, signIn, signInOne } from '../testing/people.ts'
import { createForeignCheck, nativeOrigins } from './origins.ts'

const NATIVE = ['capacitor://localhost', 'https://localhost']
const OTHERS = [
  ORIGIN,
  'https://evil.invalid',
  'http://localhost',
  'https://localhost:8443',
  'https://localhost.evil.invalid',
  'capacitor://localhost.evil.invalid',
  'capacitor://LOCALHOST',
  'ionic://localhost',
  'null',
]
let server: TestServer
let fan: SignedIn
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'))
  fan = await signInOne(server)
})
afterAll(() => server.close())

const allowedTo = (headers: Readonly<Record<string, unknown>>) =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'))
const tokenOf = ({ cookie }: SignedIn) => decodeURIComponent(cookie.split('=')[1] ?? '')
const ask = (origin: string, path: string, method = 'POST') =>
  call(server, 'OPTIONS', path, {
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization, content-type',
    },
  })

describe.each(NATIVE)('a page of the native app at %s', (origin) => {
  test.each(['/api/auth/app/exchange', '/api/votes/1', '/api/rpc/get_home_matches', '/api/functions/award-xp'])(
    'may call %s, with a token and without cookies',
    async (path) => {
      const answer = await ask(origin, path)
      expect(answer.statusCode).toBe(204)
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-allow-methods': 'GET, PUT, POST, DELETE',
        'access-control-allow-headers':
          'authorization, content-type, if-match, x-captcha-response, x-tribune-confirm, x-tribune-device',
        'access-control-max-age': '86400',
        vary: 'origin',
      })
      expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
    },
  )

  test('reads public snapshots, with `vary` for caches', async () => {
    const { statusCode, headers } = await call(server, 'GET', '/api/rpc/get_home_matches', { headers: { origin } })
    expect([statusCode, headers['access-control-allow-origin']]).toEqual([200, origin])
    expect(headers['access-control-expose-headers']).toBe(
      'set-auth-token, x-tribune-device, retry-after, etag, date, age',
    )
    const { headers: plain } = await call(server, 'GET', '/api/rpc/get_home_matches')
    expect([headers.vary, plain.vary]).toEqual(['accept-encoding, origin', 'accept-encoding, origin'])
  })

  test('can read a refusal', async () => {
    for (const path of ['/api/votes', '/api/nowhere']) {
      const answer = await call(server, 'GET', path, { headers: { origin } })
      expect(answer.statusCode).toBeGreaterThanOrEqual(401)
      expect(answer.headers['access-control-allow-origin']).toBe(origin)
    }
  })

  test('is authenticated by its token alone, not by a cookie', async () => {
    const native = { origin, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }
    const withCookie = await call(server, 'GET', '/api/me', { cookie: fan.cookie, headers: native })
    expect(withCookie.json().fan).toBeNull()
    const write = { cookie: fan.cookie, body: { scope: 'global' }, headers: native }
    expect(refusalOf(await call(server, 'POST', '/api/me/sessions/end', write))).toEqual([401, 'not_authenticated'])
    expect((await call(server, 'POST', '/api/auth/sign-out', { ...write, body: {} })).headers['set-cookie']).toBe(
      undefined,
    )
    const headers = { ...native, authorization: `Bearer ${tokenOf(fan)}` }
    expect((await call(server, 'GET', '/api/me', { headers })).json().fan.id).toBe(fan.id)
    expect((await call(server, 'GET', '/api/me', { cookie: fan.cookie })).json().fan.id).toBe(fan.id)
  })

  test('gets a token, and no cookie', async () => {
    const email = `native-${NATIVE.indexOf(origin)}@supporters.invalid`
    await signIn(server, email)
    const answer = await call(server, 'POST', '/api/auth/sign-in/email', {
      body: { email, password: PASSWORD },
      headers: { origin, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' },
    })
    expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([200, undefined])
    expect(answer.headers['access-control-expose-headers']).toContain('set-auth-token')
    const headers = { origin, authorization: `Bearer ${answer.headers['set-auth-token']}` }
    expect((await call(server, 'GET', '/api/me', { headers })).json().fan).toMatchObject({ email })
    const out = await call(server, 'POST', '/api/me/sessions/end', { body: { scope: 'local' }, headers })
    expect([out.statusCode, out.headers['set-cookie']]).toEqual([200, undefined])
  })

  test('can follow live events', async () => {
    const { port } = new URL(await address())
    const asked = request({ port, path: '/api/live?home=1', headers: { origin } }).end()
    const [answer]: IncomingMessage[] = await once(asked, 'response')
    expect([answer?.statusCode, answer?.headers['access-control-allow-origin']]).toEqual([200, origin])
    asked.on('error', () => {}).destroy()
  })
})

let listening: Promise<string> | null = null
function address(): Promise<string> {
  listening ??= server.tribune.http.listen({ port: 0, host: '127.0.0.1' })
  return listening
}

describe.each(OTHERS)('a page at %s', (origin) => {
  test('gets no CORS headers', async () => {
    const answers = [
      await ask(origin, '/api/auth/app/exchange'),
      await ask(origin, '/api/votes/1', 'PUT'),
      await call(server, 'GET', '/api/me', { headers: { origin } }),
      await call(server, 'GET', '/api/rpc/get_home_matches', { headers: { origin } }),
      await call(server, 'POST', '/api/auth/sign-out', { body: {}, headers: { origin } }),
    ]
    expect(answers.flatMap(({ headers }) => allowedTo(headers))).toEqual([])
  })
})

describe('the native app’s origins', () => {
  test.each([
    ['https://tribune.invalid', NATIVE],
    ['http://localhost:3000', NATIVE],
    ['https://localhost', ['capacitor://localhost']],
  ])('of a product at %s are %j', (publicUrl, origins) => {
    expect([...nativeOrigins(publicUrl)]).toEqual(origins)
  })

  test.each(['https://tribune.invalid', 'http://localhost:3000'])(
    'are foreign to %s, but by their token',
    (publicUrl) => {
      const isForeign = createForeignCheck(publicUrl)
      for (const origin of NATIVE) {
        expect([isForeign({ origin }), isForeign({ origin, authorization: 'Bearer a.b' })]).toEqual([true, false])
      }
    },
  )
})
