import { request } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { Bus } from '../../../infra/bus.ts'
import { type LiveChange, LiveHub } from '../../../infra/sse/hub.ts'
import { call, refusalOf, startTestServer, type TestServer } from '../../../testing/app.ts'
import { buildMatch } from '../../../testing/builders.ts'
import { allStreams } from '../../../testing/contract.ts'
import { listen, type TestListener } from '../../../testing/listener.ts'
import { signInOne } from '../../../testing/people.ts'

const streams = await allStreams()
let server: TestServer
const others: TestServer[] = []
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'))
  await startListening(server)
})
afterAll(async () => {
  for (const other of others) await other.close()
  await server.close()
})

const open: TestListener[] = []
afterEach(() => {
  vi.useRealTimers()
  for (const listener of open.splice(0)) listener.close()
})

const startListening = ({ tribune }: TestServer) => tribune.http.listen({ port: 0, host: '127.0.0.1' })
const addressOf = ({ tribune }: TestServer) => `${tribune.http.listeningOrigin}/api/live`

/** Another server on the same database, listening. */
async function another(live?: { listeners: number; perAddress: number }): Promise<TestServer> {
  const other = await startTestServer('', { sharing: server, ...(live === undefined ? {} : { live }) })
  others.push(other)
  await startListening(other)
  return other
}

async function follow(on: TestServer, query: string, headers: Record<string, string> = {}): Promise<TestListener> {
  const listener = await listen(`${addressOf(on)}?${query}`, headers)
  open.push(listener)
  return listener
}

async function greeted(on: TestServer, query: string): Promise<TestListener> {
  const listener = await follow(on, query)
  await listener.nextOf('hello')
  return listener
}

test('a change on one server reaches the listeners of another', async () => {
  const other = await another()
  const match = await buildMatch(server.app.db)
  const [here, there] = [await greeted(server, 'home=1'), await greeted(other, `match_ids=${match.id}`)]
  await server.app.bus.publish('matches', { ids: [match.id] })
  expect(await there.nextOf('match')).toEqual(await here.nextOf('match'))
})

describe('a request for the stream', () => {
  test('is the only one with an endless answer', () => {
    expect(streams.map(({ method, path, access }) => [method, path, access])).toEqual([['GET', '/api/live', 'public']])
  })

  const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1).join(',')
  test.each([
    '',
    'home=',
    'home=0',
    'home=true',
    'home=1&home=1',
    'match_ids=',
    'match_ids=,',
    'match_ids=x',
    'match_ids=0',
    'match_ids=-1',
    'match_ids=1.5',
    'match_ids=1e3',
    'match_ids=9007199254740993',
    'match_ids=%00',
    'match_ids=1;drop%20table%20votes',
    `match_ids=${ids(21)}`,
    `match_ids=${ids(5_000)}`,
    'after=12',
    'home=1&after=',
    'home=1&after=x',
    'home=1&after=-1',
    'home=1&after=NaN',
    'home=1&after=9007199254740993',
  ])('%# is refused before a stream is opened', async (query) => {
    expect(refusalOf(await call(server, 'GET', `/api/live?${query}`))).toEqual([400, 'invalid_request'])
  })

  test.each(['PUT', 'POST', 'DELETE', 'PATCH'] as const)('by %s is refused', async (method) => {
    const answer = await call(server, method, '/api/live?home=1', { body: {} })
    expect([answer.statusCode, refusalOf(answer)[1]]).toEqual([404, 'not_found'])
  })

  test.each([
    ['as many matches as may be', `match_ids=${ids(20)}`, {}],
    ['a match twice', 'match_ids=7,7', {}],
    ['unknown parameters', 'home=1&__proto__=1&constructor=1', {}],
    ['an invalid cookie', 'home=1', { cookie: 'tribune.session_token=x', authorization: 'Bearer x' }],
    ['an id of any kind', 'home=1', { 'last-event-id': `${'9'.repeat(4_000)}` }],
  ])('with %s is accepted', async (_name, query, headers) => {
    const listener = await follow(server, query, headers as Record<string, string>)
    expect([listener.status, (await listener.next()).event]).toEqual([200, 'hello'])
  })

  test('is accepted from fans and anonymous visitors', async () => {
    const { cookie } = await signInOne(server)
    expect((await follow(server, 'home=1', { cookie })).status).toBe(200)
  })

  test('by HEAD gets only the head', async () => {
    const status = await new Promise((resolve, reject) => {
      const asked = request(`${addressOf(server)}?home=1`, { method: 'HEAD', agent: false }, (answer) => {
        answer.resume().once('end', () => resolve([answer.statusCode, answer.headers['content-type']]))
      })
      asked.on('error', reject).end()
    })
    expect(status).toEqual([200, 'text/event-stream; charset=utf-8'])
  })
})

describe('the listener limit', () => {
  test.each([
    ['in all', { listeners: 2, perAddress: 100 }],
    ['for one address', { listeners: 100, perAddress: 2 }],
  ])('refuses one listener too many %s, and accepts another when one leaves', async (_name, live) => {
    const other = await another(live)
    const warned = vi.spyOn(other.app.log, 'warn')
    const [first] = [await greeted(other, 'home=1'), await greeted(other, 'match_ids=1')]
    const refused = await follow(other, 'home=1')
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '60'])
    expect(JSON.parse(await refused.ended)).toMatchObject({ error: { code: 'busy' } })
    expect((await follow(other, 'home=1')).status).toBe(503)
    // It is logged once a minute.
    expect(warned).toHaveBeenCalledOnce()
    server.clock.advance(60_000)
    expect((await follow(other, 'home=1')).status).toBe(503)
    expect(warned).toHaveBeenCalledTimes(2)
    first?.close()
    await vi.waitFor(async () => expect((await follow(other, 'home=1')).status).toBe(200))
  })
})

test('a listener that does not read is disconnected, without delaying the others', async () => {
  const other = await another({ listeners: 2, perAddress: 2 })
  const { matches, tell } = await crowdedList()
  const [slow, quick] = [await greeted(other, 'home=1'), await greeted(other, 'home=1')]
  slow.pause()
  let next = await follow(other, 'match_ids=1')
  expect(next.status).toBe(503)
  while (next.status === 503) {
    await tell()
    for (const _match of matches) await quick.nextOf('match')
    next = await follow(other, 'match_ids=1')
  }
  expect(next.status).toBe(200)
})

test('a listener that missed too much reads again, and one that follows less of it is sent the rest', async () => {
  const { matches, tell } = await crowdedList()
  const witness = await greeted(server, 'home=1')
  server.clock.advance(60_000)
  const known = server.clock.now().getTime()
  await tell()
  for (const _match of matches) await witness.nextOf('match')
  const one = matches[0]?.id
  const [home, follower] = [
    await follow(server, `home=1&after=${known}`),
    await follow(server, `match_ids=${one}&after=${known}`),
  ]
  expect((await home.nextOf('hello')).data.missed).toBe(true)
  expect((await follower.nextOf('hello')).data.missed).toBe(false)
  expect((await follower.nextOf('match')).data.match.match_id).toBe(one)
  await server.app.bus.publish('lineups', { ids: [one ?? 0] })
  await server.app.bus.publish('season', {})
  expect((await home.next()).event).toBe('season')
})

/** Builds enough matches for large updates. */
async function crowdedList() {
  const sketch = { players: 0, statusReason: 'R'.repeat(8_000) }
  const matches = await Promise.all(Array.from({ length: 100 }, () => buildMatch(server.app.db, sketch)))
  const ids = matches.map((match) => match.id)
  return { matches, tell: () => server.app.bus.publish('matches', { ids }) }
}

test('a stopping server ends all streams, even of listeners that do not read', async () => {
  const other = await another()
  const [one, two] = [await greeted(other, 'home=1'), await greeted(other, 'home=1')]
  two.pause()
  others.splice(others.indexOf(other), 1)
  await other.close()
  expect(await one.ended).toBe('')
})

describe('while time passes', () => {
  test('a stream is never silent for long', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] })
    const other = await another()
    const listener = await greeted(other, 'home=1')
    vi.advanceTimersByTime(20_000)
    expect(await listener.nextOf('beat')).toEqual({ event: 'beat', data: {} })
  })

  test('changes are read only while there is a listener', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] })
    const other = await another()
    const request = vi.spyOn(other.app.realtime, 'request').mockResolvedValue()
    vi.advanceTimersByTime(15_000)
    expect(request).not.toHaveBeenCalled()
    await greeted(other, 'match_ids=1')
    vi.advanceTimersByTime(15_000)
    expect(request).toHaveBeenCalledOnce()
  })
})

test('a change that could not be read is sent once it can be', async () => {
  const bus = new Bus({ databaseUrl: server.databaseUrl, onTrouble: () => {} })
  const asked: (readonly number[])[] = []
  const read = async (ids: readonly number[]): Promise<LiveChange[]> => {
    asked.push(ids)
    if (asked.length === 1) throw new Error('The database is away')
    return []
  }
  const log = { warn: vi.fn() } as unknown as FastifyBaseLogger
  const limits = { listeners: 1, perAddress: 1 }
  const hub = new LiveHub({ bus, log, limits, read, clock: server.clock, onWatched: async () => {} })
  await bus.publish('matches', { ids: [1] })
  await bus.publish('matches', { ids: [2] })
  await vi.waitFor(() => expect(asked).toHaveLength(2), { timeout: 10_000 })
  expect(asked[1]?.toSorted()).toEqual([1, 2])
  await hub.close()
})
