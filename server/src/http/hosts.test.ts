import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { refusalOf, startTestServer, type TestServer } from '../testing/app.ts'
import { IDLE } from '../testing/clock.ts'
import { ORIGIN } from '../testing/constants.ts'
import { installErrorHandling, RefusalPace } from './errors.ts'
import { requireOwnHost, warnOfUncountedProxy } from './hosts.ts'
import { createForeignCheck, trustedOrigins } from './origins.ts'
import { onThisMachine } from './pages/development-page.ts'

const STRANGER = '203.0.113.7'
const PAGE = { accept: 'text/html,*/*;q=0.8' }

describe('the product’s own name', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer(inject('databaseUrl'))
  })
  afterAll(() => server.close())

  const ask = (host: string, url = '/api/contact', remoteAddress = STRANGER, headers = {}) =>
    server.tribune.http.inject({ url, headers: { ...headers, host }, remoteAddress })

  test.each(['tribune.invalid', 'tribune.invalid:3000', 'TRIBUNE.invalid:8080'])('is %s', async (host) => {
    expect((await ask(host)).statusCode).toBe(200)
  })

  test.each([
    'evil.invalid',
    'tribune.invalid.evil.invalid',
    'tribune.invalid@evil.invalid',
    '203.0.113.9',
    'localhost',
    '[::1]:3000',
    'a b',
    ':',
  ])('is not %s', async (host) => {
    expect(refusalOf(await ask(host))).toEqual([421, 'wrong_host'])
  })

  test('is not taken from a header that a page sets', async () => {
    const headers = { 'x-forwarded-host': 'tribune.invalid' }
    expect(refusalOf(await ask('evil.invalid', '/api/contact', '127.0.0.1', headers))).toEqual([421, 'wrong_host'])
  })

  test('is not required from this machine, nor for health checks', async () => {
    expect((await ask('127.0.0.1:4000', '/api/contact', '127.0.0.1')).statusCode).toBe(200)
    expect((await ask('10.1.2.3', '/api/health/live')).statusCode).toBe(200)
    expect((await ask('10.1.2.3', '/api/health')).statusCode).toBe(200)
  })

  test('is the target of a redirect for navigation under another name', async () => {
    const answer = await ask('www.tribune.invalid', '/match/7?from=mail', STRANGER, PAGE)
    expect([answer.statusCode, answer.headers.location]).toEqual([302, `${ORIGIN}/match/7?from=mail`])
    expect(refusalOf(await ask('www.tribune.invalid', '/api/contact', STRANGER, PAGE))).toEqual([421, 'wrong_host'])
  })
})

describe('a product in development', () => {
  let http: FastifyInstance
  const warn = vi.fn()
  afterEach(() => http.close())

  function start(trustedProxies: number, publicUrl = 'http://localhost:3000'): void {
    http = Fastify({ trustProxy: (_address, hop) => hop < trustedProxies })
    http.log.warn = warn
    warn.mockClear()
    installErrorHandling(http, new RefusalPace(IDLE))
    warnOfUncountedProxy(http, trustedProxies)
    requireOwnHost(http, publicUrl)
    http.get('/', async () => 'home')
    http.register(onThisMachine(async (scope) => void scope.get('/dev/mails', async () => 'links')))
  }
  const ask = async (url: string, host: string, remoteAddress: string, headers = {}) =>
    (await http.inject({ url, headers: { ...headers, host }, remoteAddress })).statusCode

  test('answers devices of its network by IP address, but under no other name', async () => {
    start(0)
    expect(await ask('/', '192.168.1.20:3000', '192.168.1.33')).toBe(200)
    expect(await ask('/', 'rebound.invalid:3000', '127.0.0.1')).toBe(421)
  })

  test('shows mails and codes only on the machine itself', async () => {
    start(0)
    expect(await ask('/dev/mails', 'localhost:3000', '127.0.0.1')).toBe(200)
    expect(await ask('/dev/mails', 'localhost:3000', '::ffff:127.0.0.1')).toBe(200)
    expect(await ask('/dev/mails', '192.168.1.20:3000', '192.168.1.33')).toBe(404)
    expect(await ask('/dev/mails', '192.168.1.20:3000', '127.0.0.1')).toBe(404)
    for (const name of ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']) {
      expect([name, await ask('/dev/mails', 'localhost:3000', '127.0.0.1', { [name]: '127.0.0.1' })]).toEqual([
        name,
        404,
      ])
    }
  })

  test('compares the X-Forwarded-Host header of a trusted proxy, not the Host header, with its own name', async () => {
    start(1, 'https://tribune.invalid')
    expect(await ask('/', 'upstream:3000', '10.0.0.2', { 'x-forwarded-host': 'tribune.invalid' })).toBe(200)
    expect(await ask('/', 'tribune.invalid', '10.0.0.2', { 'x-forwarded-host': 'evil.invalid' })).toBe(421)
  })

  test('warns once about an untrusted proxy', async () => {
    start(0)
    await ask('/', 'localhost', '127.0.0.1')
    expect(warn).toHaveBeenCalledTimes(0)
    for (const _time of [1, 2]) await ask('/', 'localhost', '127.0.0.1', { 'x-forwarded-for': STRANGER })
    expect(warn).toHaveBeenCalledTimes(1)
    await http.close()
    start(1)
    await ask('/', 'localhost', '127.0.0.1', { 'x-forwarded-for': STRANGER })
    expect(warn).not.toHaveBeenCalled()
  })
})

describe('the pages that may act for a fan', () => {
  test.each([
    ['https://tribune.invalid', ['https://tribune.invalid']],
    ['https://tribune.invalid:8443', ['https://tribune.invalid:8443']],
    ['http://localhost:3000', ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000']],
    ['http://127.0.0.1:3000', ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000']],
    ['http://localhost.invalid:3000', ['http://localhost.invalid:3000']],
  ])('of a product at %s are %j', (publicUrl, origins) => {
    expect(trustedOrigins(publicUrl)).toEqual(origins)
  })
})

describe('a call to https://tribune.invalid', () => {
  const isForeign = createForeignCheck('https://tribune.invalid')
  const OURS = 'https://tribune.invalid'
  const OTHER = 'https://ailleurs.invalid'
  test.each([
    ['of no browser', {}, false],
    ['of our page', { 'sec-fetch-site': 'same-origin', origin: OURS }, false],
    [
      'of our page under another name',
      { 'sec-fetch-site': 'same-origin', origin: 'https://www.tribune.invalid' },
      false,
    ],
    ['typed by the fan', { 'sec-fetch-site': 'none' }, false],
    ['of our page in an old browser', { origin: OURS }, false],
    ['of another site', { 'sec-fetch-site': 'cross-site', origin: OTHER }, true],
    ['of another site that hides', { 'sec-fetch-site': 'cross-site', origin: 'null' }, true],
    ['of another site under our name', { 'sec-fetch-site': 'cross-site', origin: OURS }, true],
    ['of another site in an old browser', { origin: OTHER }, true],
    ['of a page in a frame, in an old browser', { origin: 'null' }, true],
    ['of a neighbour', { 'sec-fetch-site': 'same-site', origin: 'https://blog.tribune.invalid' }, true],
    ['of our page unsafe on its way', { origin: 'http://tribune.invalid' }, true],
    ['of a page on the fan’s machine', { origin: 'http://localhost:3000' }, true],
    ['of the native app', { authorization: 'Bearer a.b', origin: 'capacitor://localhost' }, false],
    ['with a password of the browser’s', { authorization: 'Basic YTpi', origin: OTHER }, true],
  ])('%s is foreign: %o → %s', (_name, headers, foreign) => {
    expect(isForeign(headers)).toBe(foreign)
  })
})

describe('a call to http://localhost:3000', () => {
  const isForeign = createForeignCheck('http://localhost:3000')
  test.each([
    ['http://localhost:5173', false],
    ['http://127.0.0.1:3000', false],
    ['http://[::1]:8080', false],
    ['http://localhost.invalid', true],
    ['https://ailleurs.invalid', true],
    ['nonsense', true],
  ])('of a page at %s is foreign: %s', (origin, foreign) => {
    expect(isForeign({ origin })).toBe(foreign)
  })
})
