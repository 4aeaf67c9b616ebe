import { expect, test } from 'vitest'
import { MinuteSpent } from '../../feed.ts'
import type { WireReply } from '../testing/sample-server.ts'
import { failureOf, openTestFeed, SATURDAY, serving } from '../testing/setup.ts'

const quotaHeaders = (minuteRemaining: number, dayRemaining = 6012, minuteLimit = 300) => ({
  'x-ratelimit-requests-limit': '7500',
  'x-ratelimit-requests-remaining': String(dayRemaining),
  'X-RateLimit-Limit': String(minuteLimit),
  'X-RateLimit-Remaining': String(minuteRemaining),
})
const empty = (headers: Readonly<Record<string, string>> = {}): WireReply => ({
  headers,
  body: { errors: [], response: [] },
})
const refusing = (key: string, headers = {}): WireReply => ({
  headers,
  body: { errors: { [key]: 'composed' }, response: [] },
})
const seconds = (count: number) => new Date(SATURDAY.getTime() + count * 1000)

test('the provider’s own host gets the key and no other header', async () => {
  const { feed, server } = await openTestFeed(serving({}))
  await feed.liveMatches()
  const [request] = server.requests
  expect(request?.headers['x-apisports-key']).toBe('key-of-the-tests')
  expect(Object.keys(request?.headers ?? {}).filter((name) => name.startsWith('x-'))).toEqual(['x-apisports-key'])
})

test('RapidAPI gets its own headers and path prefix', async () => {
  const { feed, server } = await openTestFeed(serving({}), { rapidApi: true, path: '/v3/' })
  await feed.liveMatches()
  const [request] = server.requests
  expect(request?.path).toBe('/v3/fixtures')
  expect(request?.headers).toMatchObject({
    'x-rapidapi-key': 'key-of-the-tests',
    'x-rapidapi-host': new URL(server.url).host,
  })
  expect(request?.headers).not.toHaveProperty('x-apisports-key')
})

test.each([{ baseUrl: 'not an address' }, { apiKey: 'a\nb' }])('%o is refused at the start', async (options) => {
  expect((await failureOf(openTestFeed(serving({}), options))).kind).toBe('config')
})

test('the quota is unknown until an answer reports it', async () => {
  const { feed, server } = await openTestFeed(() => empty())
  await feed.liveMatches()
  expect(feed.quota()).toBeNull()
  server.answer = () => empty(quotaHeaders(299))
  await feed.liveMatches()
  expect(feed.quota()).toEqual({
    dayLimit: 7500,
    dayRemaining: 6012,
    minuteLimit: 300,
    minuteRemaining: 299,
    readAt: SATURDAY,
  })
})

test('an answer without quota headers, or one that arrives out of order, does not raise the remaining quota', async () => {
  const { feed, server } = await openTestFeed(() => empty(quotaHeaders(120)))
  await feed.liveMatches()
  server.answer = () => empty()
  await feed.liveMatches()
  server.answer = () => empty(quotaHeaders(121, 6013))
  await feed.liveMatches()
  expect(feed.quota()).toMatchObject({ minuteRemaining: 120, dayRemaining: 6012 })
})

test('a new minute or day has a new remainder', async () => {
  const { feed, server, clock } = await openTestFeed(() => empty(quotaHeaders(3, 5)))
  await feed.liveMatches()
  clock.now = new Date('2025-11-23T00:00:01Z')
  server.answer = () => empty(quotaHeaders(299, 7499))
  await feed.liveMatches()
  expect(feed.quota()).toMatchObject({ minuteRemaining: 299, dayRemaining: 7499 })
})

test('once the headers say that the minute is spent, no call is sent before the next', async () => {
  const { feed, server, clock } = await openTestFeed(() => empty(quotaHeaders(0)))
  await feed.liveMatches()
  const held = await failureOf(feed.liveMatches())
  expect(held).toBeInstanceOf(MinuteSpent)
  expect(held).toMatchObject({ kind: 'rate_limited', retryAt: seconds(40) })
  clock.now = seconds(39)
  await failureOf(feed.liveMatches())
  expect(server.requests).toHaveLength(1)
  clock.now = seconds(40)
  await feed.liveMatches()
  expect(server.requests).toHaveLength(2)
})

test('calls in flight count against the remainder', async () => {
  const { feed, server } = await openTestFeed(() => empty(quotaHeaders(2)))
  await feed.liveMatches()
  const outcomes = await Promise.allSettled([feed.liveMatches(), feed.liveMatches(), feed.liveMatches()])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  expect(server.requests).toHaveLength(3)
})

test('no sixty seconds have more calls than the limit, wherever the provider’s minute begins', async () => {
  const { feed, server, clock } = await openTestFeed(() => empty(quotaHeaders(9, 6012, 4)))
  clock.now = seconds(39)
  for (let call = 0; call < 3; call += 1) await feed.liveMatches()
  clock.now = seconds(41)
  await feed.liveMatches()
  const held = await failureOf(feed.liveMatches())
  expect(held).toBeInstanceOf(MinuteSpent)
  expect(held).toMatchObject({ kind: 'rate_limited', retryAt: seconds(99) })
  expect(server.requests).toHaveLength(4)
  clock.now = seconds(99)
  await feed.liveMatches()
  expect(server.requests).toHaveLength(5)
})

test('retries count as calls', async () => {
  const { feed, server } = await openTestFeed(() => ({ status: 500, headers: quotaHeaders(9, 6012, 2) }))
  expect((await failureOf(feed.liveMatches())).kind).toBe('rate_limited')
  expect(server.requests).toHaveLength(2)
})

test('after a refusal for the minute all calls wait for the next one, with up to a second of jitter', async () => {
  const { feed, server, clock } = await openTestFeed(() => refusing('rateLimit'), { random: () => 0.25 })
  const retryAt = new Date('2025-11-22T18:10:00.250Z')
  const refused = await failureOf(feed.liveMatches())
  expect(refused).not.toBeInstanceOf(MinuteSpent)
  expect(refused.retryAt).toEqual(retryAt)
  expect(await failureOf(feed.competitions())).toMatchObject({ kind: 'rate_limited', retryAt })
  expect(server.requests).toHaveLength(1)
  clock.now = retryAt
  server.answer = () => empty()
  expect(await feed.liveMatches()).toEqual([])
})

test.each([
  ['a refusal', () => refusing('requests')],
  ['the headers', () => empty(quotaHeaders(299, 0))],
])('once the day is spent, according to %s, no call is sent before 00:00 UTC', async (_source, answer) => {
  const { feed, server, clock } = await openTestFeed(answer)
  await feed.liveMatches().catch(() => {})
  clock.now = new Date('2025-11-22T23:59:59Z')
  const retryAt = new Date('2025-11-23T00:00:00Z')
  expect(await failureOf(feed.matchesByIds([1]))).toMatchObject({ kind: 'quota_exhausted', retryAt })
  expect(server.requests).toHaveLength(1)
  clock.now = retryAt
  server.answer = () => empty()
  expect(await feed.liveMatches()).toEqual([])
})

test('a refusal for the minute does not shorten one for the day', async () => {
  const replies = [refusing('requests'), refusing('rateLimit')]
  const { feed, clock } = await openTestFeed(() => replies.shift() ?? empty())
  await Promise.allSettled([feed.liveMatches(), feed.liveMatches()])
  clock.now = seconds(300)
  expect((await failureOf(feed.liveMatches())).kind).toBe('quota_exhausted')
})

test('a suspended account costs one call in a quarter of an hour, until one succeeds', async () => {
  const { feed, server, clock } = await openTestFeed(() => refusing('access'))
  for (const [minutes, calls] of [
    [0, 1],
    [1, 1],
    [14, 1],
    [15, 2],
    [29, 2],
    [30, 3],
  ] as const) {
    clock.now = seconds(60 * minutes)
    const retryAt = seconds(60 * 15 * calls)
    expect(await failureOf(feed.competitions())).toMatchObject({ kind: 'suspended', retryAt })
    expect(server.requests).toHaveLength(calls)
  }
  server.answer = () => empty()
  clock.now = seconds(60 * 44)
  expect((await failureOf(feed.liveMatches())).kind).toBe('suspended')
  clock.now = seconds(60 * 45)
  expect(await feed.liveMatches()).toEqual([])
  expect(await feed.competitions()).toEqual([])
  expect(server.requests).toHaveLength(5)
})

test.each(['token', 'plan', 'season', 'bug'])('after errors.%s the next call is sent', async (key) => {
  const { feed, server } = await openTestFeed(() => refusing(key))
  await failureOf(feed.liveMatches())
  server.answer = () => empty()
  expect(await feed.liveMatches()).toEqual([])
})
