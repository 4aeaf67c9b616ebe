import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createSimulator } from '../server.ts'
import type { Fault } from './faults.ts'

const NOW = new Date('2026-11-24T20:30:00Z')
const simulator = createSimulator({ now: () => NOW })
const { faults } = simulator
let url = ''

beforeAll(async () => {
  url = (await simulator.listen()).url
})
beforeEach(() => faults.clear())
afterAll(() => simulator.close())

interface Row {
  readonly fixture: { readonly id: number; readonly status: { readonly short: string; readonly elapsed: number } }
  readonly lineups: unknown[]
  readonly players: unknown[]
}

interface Body {
  readonly errors: Record<string, string>
  readonly response: Row[]
}

function get(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(url + path, { headers: { 'x-apisports-key': 'k' }, ...init })
}

async function body(path: string): Promise<Body> {
  return (await (await get(path)).json()) as Body
}

const LIVE = '/fixtures?live=all'
const liveIds = async () => (await body(LIVE)).response.map(({ fixture }) => fixture.id)

describe('faults that replace the answer', () => {
  it.each<readonly [Fault['kind'], number, string]>([
    ['http_429', 429, 'rateLimit'],
    ['rate_limit', 200, 'rateLimit'],
    ['quota', 200, 'requests'],
    ['suspended', 200, 'access'],
    ['plan', 200, 'plan'],
    ['errors_list', 200, '0'],
  ])('%s: HTTP %i and errors.%s', async (kind, status, key) => {
    faults.add({ kind })
    const answer = await get(LIVE)
    expect(answer.status).toBe(status)
    const { errors, response } = (await answer.json()) as Body
    expect(Object.keys(errors)).toEqual([key])
    expect(response).toEqual([])
  })

  it('quota and rate limits show in the headers', async () => {
    faults.add({ kind: 'quota', calls: 1 })
    expect((await get(LIVE)).headers.get('x-ratelimit-requests-remaining')).toBe('0')
    faults.add({ kind: 'rate_limit', calls: 1 })
    const limited = await get(LIVE)
    expect(limited.headers.get('x-ratelimit-remaining')).toBe('0')
    expect(Number(limited.headers.get('x-ratelimit-requests-remaining'))).toBeGreaterThan(0)
  })

  it.each([
    ['http_499', 499],
    ['http_500', 500],
    ['http_502', 502],
    ['no_content', 204],
  ] as const)('%s: HTTP %i', async (kind, status) => {
    faults.add({ kind })
    const answer = await get(LIVE)
    expect(answer.status).toBe(status)
    if (kind === 'http_502') expect(await answer.text()).toMatch(/^<html>/)
  })

  it.each(['garbage', 'truncated'] as const)('%s: 200 with a body that is not JSON', async (kind) => {
    faults.add({ kind })
    const answer = await get(LIVE)
    expect(answer.status).toBe(200)
    await expect(answer.json()).rejects.toThrow()
  })

  it('dropped: the connection is cut', async () => {
    faults.add({ kind: 'dropped', calls: 1 })
    await expect(get(LIVE)).rejects.toThrow()
    expect((await get(LIVE)).status).toBe(200)
  })

  it('slow: the answer is right but comes late', async () => {
    faults.add({ kind: 'slow', ms: 120, calls: 1 })
    const start = performance.now()
    expect((await body(LIVE)).response.length).toBeGreaterThan(0)
    expect(performance.now() - start).toBeGreaterThanOrEqual(110)
  })
})

describe('faults that corrupt the answer', () => {
  it('vanish: chosen matches leave the live list, reads by id, or both', async () => {
    const [gone, remaining] = await liveIds()
    if (gone === undefined || remaining === undefined) throw new Error('too few live matches')
    const found = async () => [
      (await liveIds()).includes(gone),
      (await body(`/fixtures?ids=${gone}-${remaining}`)).response.some(({ fixture }) => fixture.id === gone),
    ]
    expect(await found()).toEqual([true, true])
    faults.add({ kind: 'vanish', ids: [gone], from: 'live' })
    expect(await found()).toEqual([false, true])
    faults.clear()
    faults.add({ kind: 'vanish', ids: [gone], from: 'ids' })
    expect(await found()).toEqual([true, false])
    faults.clear()
    faults.add({ kind: 'vanish', ids: [gone] })
    expect(await found()).toEqual([false, false])
    expect(await liveIds()).toContain(remaining)
  })

  it('no_lineups: neither lineups nor players, inline or on their own', async () => {
    const [id] = await liveIds()
    const parts = async () => {
      const [row] = (await body(`/fixtures?id=${id}`)).response
      const alone = await Promise.all(['lineups', 'players'].map((part) => body(`/fixtures/${part}?fixture=${id}`)))
      return [row?.lineups.length, row?.players.length, ...alone.map(({ response }) => response.length)]
    }
    expect(await parts()).toEqual([2, 2, 2, 2])
    faults.add({ kind: 'no_lineups' })
    expect(await parts()).toEqual([0, 0, 0, 0])
    faults.clear()
    faults.add({ kind: 'no_lineups', ids: [1] })
    expect(await parts()).toEqual([2, 2, 2, 2])
  })

  it('minute_back: the minutes of matches in play go back by two', async () => {
    const minutes = async () => (await body(LIVE)).response.map(({ fixture }) => fixture.status.elapsed)
    const before = await minutes()
    faults.add({ kind: 'minute_back' })
    expect(await minutes()).toEqual(before.map((minute) => (minute === null ? null : Math.max(1, minute - 2))))
  })

  it('wrong_types: one row makes no sense, the others do', async () => {
    const good = (await body(LIVE)).response
    faults.add({ kind: 'wrong_types' })
    const [first, ...others] = (await body(LIVE)).response
    expect(typeof first?.fixture.id).toBe('string')
    expect(others).toEqual(good.slice(1))
  })
})

describe('a fault lasts', () => {
  it('for its number of calls', async () => {
    faults.add({ kind: 'http_500', calls: 2 })
    const statuses = [await get(LIVE), await get(LIVE), await get(LIVE)].map(({ status }) => status)
    expect(statuses).toEqual([500, 500, 200])
    expect(faults.list()).toEqual([])
  })

  it('on one path only, and calls of other paths are not counted', async () => {
    faults.add({ kind: 'http_500', path: '/fixtures/lineups', calls: 1 })
    expect((await get(LIVE)).status).toBe(200)
    expect((await get('/fixtures/lineups?fixture=1')).status).toBe(500)
    expect((await get('/fixtures/lineups?fixture=1')).status).toBe(200)
  })

  it('until cleared, one kind or all', async () => {
    faults.add({ kind: 'http_500' })
    faults.add({ kind: 'slow', ms: 1 })
    faults.clear('http_500')
    expect(faults.list()).toEqual([{ kind: 'slow', ms: 1 }])
    faults.clear()
    expect(faults.list()).toEqual([])
  })
})

describe('faults over HTTP', () => {
  const post = (fault: unknown) =>
    get('/simulator/faults', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fault),
    })
  const list = async () => ((await (await get('/simulator/faults')).json()) as { items: Fault[] }).items

  it('are added, read and cleared, without a key', async () => {
    expect((await post({ kind: 'http_500', calls: 3, path: '/fixtures' })).status).toBe(201)
    await post({ kind: 'quota' })
    expect(await list()).toEqual([{ kind: 'http_500', calls: 3, path: '/fixtures' }, { kind: 'quota' }])
    await get('/simulator/faults?kind=quota', { method: 'DELETE' })
    expect(await list()).toEqual([{ kind: 'http_500', calls: 3, path: '/fixtures' }])
    await get('/simulator/faults', { method: 'DELETE' })
    expect(await list()).toEqual([])
  })

  it.each([[{}], [{ kind: 'fire' }], [{ kind: 'slow', ms: -1 }], [{ kind: 'vanish', ids: ['1'] }], [null]])(
    'refuse anything else: %j',
    async (fault) => {
      expect((await post(fault)).status).toBe(400)
      expect(faults.list()).toEqual([])
    },
  )
})
