import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { call, refusalOf, startTestServer, type TestServer } from '../../../testing/app.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'))
})
afterAll(() => server.close())

const LIMIT = 30
const HOME = '/api/rpc/get_home_matches'
const WINNERS = '/api/rpc/get_match_winners'

/** How often each kind of answer came, asked one after the other. */
async function statusesOf(paths: readonly string[]): Promise<Record<number, number>> {
  const counts: Record<number, number> = {}
  for (const path of paths) {
    const { statusCode } = await call(server, 'GET', path)
    counts[statusCode] = (counts[statusCode] ?? 0) + 1
  }
  return counts
}

const count = (length: number) => Array.from({ length }, (_, index) => index)

test.each([
  [HOME, (minute: number) => `${HOME}?window_past_minutes=${minute}&window_future_minutes=5`],
  [WINNERS, (minute: number) => `${WINNERS}?window_past_minutes=${minute}`],
])('an address has only so many windows of its own wish built: %s', async (path, own) => {
  expect(await statusesOf(count(LIMIT + 9).map(own))).toEqual({ 200: LIMIT, 429: 9 })
  expect(refusalOf(await call(server, 'GET', own(77)))).toEqual([429, 'too_many_requests'])
  // No other caller and no screen is limited.
  expect(await statusesOf(count(LIMIT + 9).map(() => path))).toEqual({ 200: LIMIT + 9 })
})

test('all addresses of one network of IPv6 are one caller', async () => {
  const ask = async (network: string, n: number) => {
    const url = `${HOME}?window_past_minutes=${200 + n}&window_future_minutes=5`
    const from = { authority: 'tribune.invalid', remoteAddress: `${network}::${n}` }
    return (await server.tribune.http.inject({ url, ...from })).statusCode
  }
  for (const n of count(LIMIT)) expect(await ask('2a01:cb00:1:2', n)).toBe(200)
  expect(await ask('2a01:cb00:1:2', LIMIT)).toBe(429)
  expect(await ask('2a01:cb00:1:3', LIMIT)).toBe(200)
})

test('a /56 of IPv6 may have twice as many built as one network', async () => {
  const ask = async (n: number) => {
    const url = `${HOME}?window_past_minutes=${400 + n}&window_future_minutes=5`
    const from = {
      authority: 'tribune.invalid',
      remoteAddress: `2a01:cb00:2:${(n + 1).toString(16).padStart(2, '0')}::1`,
    }
    return (await server.tribune.http.inject({ url, ...from })).statusCode
  }
  for (const n of count(2 * LIMIT)) expect(await ask(n)).toBe(200)
  expect(await ask(2 * LIMIT)).toBe(429)
})

test('the windows of the screens have no rate limit, however they are written', async () => {
  const written = [
    '?window_past_minutes=10080&window_future_minutes=10080',
    '?window_future_minutes=010080&window_past_minutes=10080',
    '?window_past_minutes=43200&window_future_minutes=0',
    '?window_past_minutes=360',
    '',
  ]
  const paths = count(LIMIT * 2).map((index) => `${HOME}${written[index % written.length]}`)
  expect(await statusesOf(paths)).toEqual({ 200: LIMIT * 2 })
})
