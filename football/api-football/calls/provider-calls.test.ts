import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type FeedErrorKind, MinuteSpent } from '../../feed.ts'
import {
  failureOf,
  openTestFeed,
  SATURDAY,
  type SeenRequest,
  sample,
  serving,
  type WireReply,
} from '../testing/setup.ts'

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

test('calls in flight count against the remaining quota', async () => {
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

test('a limit per minute does not shorten the pause of an exhausted daily quota', async () => {
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

const faultCase = z.object({
  case: z.string(),
  http_status: z.number(),
  headers: z.record(z.string(), z.string()),
  body: z.unknown(),
})

function caseNamed(name: string): () => WireReply {
  const found = z
    .array(faultCase)
    .parse(sample('error'))
    .find((candidate) => candidate.case === name)
  if (found === undefined) throw new Error(`no case ${name}`)
  return () => ({ status: found.http_status, headers: found.headers, body: found.body })
}

const NEXT_MINUTE = new Date('2025-11-22T18:10:00Z')
const IN_A_QUARTER = new Date('2025-11-22T18:24:20Z')
const MIDNIGHT = new Date('2025-11-23T00:00:00Z')

describe('each failure of the provider has its kind, its time of retry and its number of attempts', () => {
  test.each<[name: string, kind: FeedErrorKind, retryAt: Date | null, tries: number]>([
    ['no_key_header', 'config', null, 1],
    ['bad_key', 'config', null, 1],
    ['per_minute_limit_in_200', 'rate_limited', NEXT_MINUTE, 1],
    ['per_minute_limit_in_429', 'rate_limited', NEXT_MINUTE, 1],
    ['daily_quota', 'quota_exhausted', MIDNIGHT, 1],
    ['plan_season', 'plan', null, 1],
    ['plan_date_window', 'plan', null, 1],
    ['account_suspended', 'suspended', IN_A_QUARTER, 1],
    ['bad_parameter', 'bad_request', null, 1],
    ['errors_as_list', 'temporary', null, 1],
    ['timeout_499', 'temporary', null, 3],
    ['server_500', 'temporary', null, 3],
    ['gateway_html_502', 'temporary', null, 3],
  ])('%s', async (name, kind, retryAt, tries) => {
    const { feed, server, waits } = await openTestFeed(caseNamed(name))
    const failure = await failureOf(feed.liveMatches())
    expect([failure.kind, failure.retryAt, server.requests.length]).toEqual([kind, retryAt, tries])
    expect(waits).toEqual([300, 600].slice(0, tries - 1))
  })

  test.each(['ok_no_error', 'no_content'])('%s is a success without rows', async (name) => {
    const { feed } = await openTestFeed(caseNamed(name))
    expect(await feed.liveMatches()).toEqual([])
  })
})

describe('an answer without an envelope, or with an odd one', () => {
  const envelope = (errors: unknown, response: unknown = []) => ({
    body: { get: '', parameters: [], errors, response },
  })
  test.each<[name: string, reply: WireReply, kind: FeedErrorKind, tries: number]>([
    ['HTML with status 200', { body: '<html>', headers: { 'content-type': 'text/html' } }, 'bad_payload', 1],
    ['JSON cut short', { body: '{"errors":[],"respon' }, 'bad_payload', 1],
    ['an empty body', { body: null }, 'bad_payload', 1],
    ['a bare list', { body: [] }, 'bad_payload', 1],
    ['an object where rows belong', envelope([], { account: {} }), 'bad_payload', 1],
    ['rows of which none is readable', envelope([], [{ id: 1 }, 'x']), 'bad_payload', 1],
    ['errors as a list of known keys', envelope([{ requests: 'spent' }]), 'quota_exhausted', 1],
    ['errors as a list of sentences', envelope(['token missing']), 'temporary', 1],
    ['errors as a sentence', envelope('access denied'), 'temporary', 1],
    ['a caller whose address is refused', envelope({ Ip: 'not allowed' }), 'config', 1],
    ['a suspension named next to the key', envelope({ token: 'x', access: 'x' }), 'suspended', 1],
    ['errors next to rows', envelope({ rateLimit: 'x' }, [{}]), 'rate_limited', 1],
    ['a gateway that refuses the key', { status: 403, body: '{"message":"forbidden"}' }, 'config', 1],
    ['a gateway that knows no such path', { status: 404, body: 'nothing' }, 'bad_request', 1],
    ['a redirect, which is not followed', { status: 302, headers: { location: '/elsewhere' } }, 'config', 1],
    ['a gateway that limits', { status: 429, body: '{"message":"slow down"}' }, 'rate_limited', 3],
    [
      'a 429 whose headers say that the minute is spent',
      { status: 429, headers: { 'X-RateLimit-Remaining': '0' } },
      'rate_limited',
      1,
    ],
    [
      'a 429 whose headers say that the day is spent',
      { status: 429, headers: { 'x-ratelimit-requests-remaining': '0' } },
      'quota_exhausted',
      1,
    ],
    ['a server fault with a full envelope', { status: 503, ...envelope([]) }, 'temporary', 3],
    ['a connection closed', { fault: 'hang_up' }, 'temporary', 3],
    ['a body broken off', { ...envelope([]), fault: 'break_off' }, 'temporary', 3],
  ])('%s', async (_name, reply, kind, tries) => {
    const { feed, server } = await openTestFeed(() => reply)
    const failure = await failureOf(feed.liveMatches())
    expect([failure.kind, server.requests.length]).toEqual([kind, tries])
  })

  test('no answer is a failure at the time limit', async () => {
    const { feed, server } = await openTestFeed(() => ({ fault: 'silence' }), { timeoutMs: 40 })
    expect((await failureOf(feed.liveMatches())).message).toBe('/fixtures: time_limit')
    expect(server.requests).toHaveLength(3)
  })

  test('a refused connection is a temporary failure', async () => {
    const { feed, server } = await openTestFeed(() => ({}))
    await server[Symbol.asyncDispose]()
    expect((await failureOf(feed.liveMatches())).kind).toBe('temporary')
  })

  test('an endless body is refused', async () => {
    const { feed } = await openTestFeed(() => ({ body: 'x'.repeat(33 * 1024 * 1024) }))
    expect(await failureOf(feed.liveMatches())).toMatchObject({
      kind: 'bad_payload',
      message: '/fixtures: body too large',
    })
  })
})

test('a transient fault costs a retry and nothing else', async () => {
  const { feed, waits } = await openTestFeed(inTurn([caseNamed('gateway_html_502'), caseNamed('timeout_499'), live]))
  expect(await feed.liveMatches()).toHaveLength(11)
  expect(waits).toEqual([300, 600])
})

test('waits have up to 100 ms of jitter', async () => {
  const { feed, waits } = await openTestFeed(caseNamed('server_500'), { random: () => 0.5 })
  await failureOf(feed.liveMatches())
  expect(waits).toEqual([350, 650])
})

test('a key that the provider echoes does not reach the message', async () => {
  const echo = (request: SeenRequest) => ({
    body: { errors: { token: `wrong: ${request.headers['x-apisports-key']}` }, response: [] },
  })
  const { feed } = await openTestFeed(echo)
  expect((await failureOf(feed.liveMatches())).message).toBe('/fixtures: token: wrong: ***')
})

function live(): WireReply {
  return { body: sample('fixtures.live') }
}

/** Answers with each reply in turn, then with the last one for ever. */
function inTurn(replies: readonly (() => WireReply)[]): () => WireReply {
  let turn = -1
  return () => {
    turn = Math.min(turn + 1, replies.length - 1)
    return replies[turn]?.() ?? {}
  }
}
