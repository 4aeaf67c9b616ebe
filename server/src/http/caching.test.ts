import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ACCOUNT_CALLS } from '@tribune/contract/account-endpoints.ts'
import { isForCdn, isOwn } from '@tribune/contract/endpoint.ts'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { call, startTestServer, type TestServer } from '../testing/app.ts'
import { allEndpoints, allStreams, fieldsOf } from '../testing/contract.ts'
import { type SignedIn, signInOne } from '../testing/people.ts'

const endpoints = [...(await allEndpoints()), ...(await allStreams())]
const vcl = readFileSync(new URL('../../../deploy/varnish.vcl', import.meta.url), 'utf8')
const dist = mkdtempSync(join(tmpdir(), 'tribune-caching-'))
let server: TestServer
let fan: SignedIn
beforeAll(async () => {
  mkdirSync(join(dist, 'assets'))
  for (const file of ['index.html', 'sw.js', 'robots.txt', 'assets/app-1a2b.js'])
    writeFileSync(join(dist, file), '<title>Tribune</title>')
  const config = {
    apiDocs: false,
    appleTeamId: 'A1B2C3D4E5',
    androidCertificates: ['AA'],
    contactEmail: 'c@club.invalid',
  }
  server = await startTestServer(inject('databaseUrl'), { webDir: dist, config })
  fan = await signInOne(server)
})
afterAll(async () => {
  await server.close()
  rmSync(dist, { recursive: true, force: true })
})

const HASHED = 'public, max-age=31536000, immutable'
const AN_HOUR = 'public, max-age=3600'
const ASKED_AGAIN = 'no-cache'
const NEVER = 'no-store'

/** Every route outside the contract, with addresses of it and how long shared caches may answer. */
const OTHERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/api/digest/off/:proof': { '/api/digest/off/x': NEVER },
  '/.well-known/assetlinks.json': { '/.well-known/assetlinks.json': AN_HOUR },
  '/.well-known/apple-app-site-association': { '/.well-known/apple-app-site-association': AN_HOUR },
  '/.well-known/security.txt': { '/.well-known/security.txt': AN_HOUR },
  '/apple-app-site-association': { '/apple-app-site-association': AN_HOUR },
  '*': {
    '/': ASKED_AGAIN,
    '/rankings': ASKED_AGAIN,
    '/profile': ASKED_AGAIN,
    '/index.html': ASKED_AGAIN,
    '/sw.js': ASKED_AGAIN,
    '/robots.txt': ASKED_AGAIN,
    '/assets/app-1a2b.js': HASHED,
    '/assets/gone-1a2b.js': NEVER,
    '/match/x': NEVER,
    '/nowhere': NEVER,
    '/api/nowhere': NEVER,
    '/api/auth/get-session': NEVER,
    '/api/auth/nowhere': NEVER,
  },
}

const others = Object.values(OTHERS).flatMap((addresses) => Object.entries(addresses))

/** Every route that answers GET. */
function routes(): string[] {
  const path: string[] = []
  return server.tribune.http
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods = ''] = /^([│├└─\s]*)(\S+)(?: \(([A-Z, -]+)\))?/.exec(line) ?? []
      path.splice(indent.length / 4 - 1, Number.POSITIVE_INFINITY, part)
      return methods.includes('GET') ? [path.join('')] : []
    })
}

describe('the contract', () => {
  test('decides for every public read whether a CDN may answer, and for no other call', () => {
    const isUndecided = (one: (typeof endpoints)[number]) =>
      one.method === 'GET' && !isOwn(one) ? one.shared !== true && one.cdn === undefined : one.cdn !== undefined
    expect(endpoints.filter(isUndecided).map(({ path }) => path)).toEqual([])
  })

  test('has every route but those of this table', () => {
    const ofContract = new Set(endpoints.filter(({ method }) => method === 'GET').map(({ path }) => path))
    expect(
      routes()
        .filter((path) => !ofContract.has(path))
        .sort(),
    ).toEqual(Object.keys(OTHERS).sort())
  })
})

test.each(others)('%s says %j, without a cookie and the same to a fan', async (url, cacheControl) => {
  const answers = [await call(server, 'GET', url), await call(server, 'GET', url, { cookie: fan.cookie })]
  for (const { headers } of answers) expect(headers['cache-control']).toBe(cacheControl)
  if (cacheControl === NEVER) return
  const [first, second] = answers
  for (const { headers } of answers) expect(headers).not.toHaveProperty('set-cookie')
  expect(second?.body).toBe(first?.body)
})

test.each(ACCOUNT_CALLS.map(({ method, path }) => [method, path] as const))(
  'no shared cache stores %s %s',
  async (method, path) => {
    const answer = await call(server, method, path.replace(/:\w+/g, 'x'), method === 'GET' ? {} : { body: {} })
    expect(answer.headers['cache-control']).toBe(NEVER)
  },
)

describe('no refusal is stored', () => {
  test.each([
    ['an unknown match', '/api/rpc/get_match_screen?match_id=999999999999'],
    ['an unusable query', '/api/rpc/get_match_screen?match_id=x'],
    ['no session', '/api/votes'],
    ['an unknown picture', '/media/players/999999999999/96.webp'],
    ['an unknown record', `/api/audit/records/${'0'.repeat(64)}`],
  ])('for %s', async (_what, url) => {
    const { statusCode, headers } = await call(server, 'GET', url)
    expect(statusCode).toBeGreaterThanOrEqual(400)
    expect(headers['cache-control']).toBe(NEVER)
  })

  test('for a rate limit', async () => {
    const ask = () => call(server, 'GET', '/api/functions/football-api?fn=match_details&match_id=1')
    let answer = await ask()
    for (let times = 0; times < 300 && answer.statusCode !== 429; times += 1) answer = await ask()
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([429, NEVER])
  })
})

describe('deploy/varnish.vcl', () => {
  const listed = new RegExp(/if \(req\.url !~ "(.+)"\)/.exec(vcl)?.[1] ?? expect.fail())
  const known = /\(\?!\(\?:(.+?)\)=\)/.exec(vcl)?.[1]?.split('|') ?? expect.fail()
  const addressOf = (path: string) => path.replace(':kind', 'players').replace(':season', '2026').replace(/:\w+/g, '1')

  test.each(endpoints.filter(({ method }) => method === 'GET').map((one) => [one.path, one] as const))(
    'looks %s up if a CDN may answer it, and only then',
    (path, endpoint) => {
      for (const query of ['', '?match_id=1']) expect(listed.test(addressOf(path) + query)).toBe(isForCdn(endpoint))
    },
  )

  test.each(others.filter(([url]) => !url.startsWith('/assets/')))('looks %s up if it says %j', (url, cacheControl) => {
    expect(listed.test(url)).toBe(cacheControl.startsWith('public'))
  })

  test('keeps the query parameters of public reads, and drops all others', () => {
    const names = endpoints.filter(isForCdn).flatMap(({ query }) => fieldsOf(query).map(({ name }) => name))
    expect(known.toSorted()).toEqual([...new Set(names)].sort())
  })
})
