import { DAY_MS } from '@tribune/domain/common/instant.ts'
import { CACHE_LIMITS, NETWORK_PATIENCE_S, STORED_SINCE_HEADER } from '@tribune/protocol/offline.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  type AnswerHead,
  type AnswerStore,
  askOrRecall,
  beyondBounds,
  forgetAnswers,
  MAX_CHARACTERS,
} from './stored-answers.ts'

const HOME = '/api/rpc/get_home_matches?window_past_minutes=60'
const SHARED = { 'cache-control': 'public, max-age=0' }
const NOW = Date.parse('2026-03-29T12:00:00Z')

/** Counts the writes of a store in memory. */
function storeInMemory() {
  const rows = new Map<string, { body: string; receivedAt: number }>()
  const store: AnswerStore = {
    read: async (address) => rows.get(address) ?? null,
    write: async (address, body, now) => {
      rows.set(address, { body, receivedAt: now })
    },
    erase: async () => rows.clear(),
  }
  return { store, rows }
}

const answers =
  (body: string, init: ResponseInit = { headers: SHARED }) =>
  async () =>
    new Response(body, init)
const noNetwork = async () => {
  throw new TypeError('Failed to fetch')
}

let memory = storeInMemory()
beforeEach(async () => {
  vi.useFakeTimers({ now: NOW })
  memory = storeInMemory()
  await forgetAnswers(memory.store)
})
afterEach(() => vi.useRealTimers())

/** Reads an address once with a network, so that the phone may store it. */
async function see(address: string, body = '{"items":[1]}', init?: ResponseInit): Promise<void> {
  const answer = await askOrRecall(address, answers(body, init), memory.store)
  await answer.text()
  await vi.advanceTimersByTimeAsync(0)
}

describe('public answers on the phone', () => {
  test('a stored answer replaces one that does not arrive, and gives the time of its receipt', async () => {
    await see(HOME)
    vi.setSystemTime(NOW + 5_000)
    const answer = await askOrRecall(HOME, noNetwork, memory.store)
    expect(await answer.json()).toEqual({ items: [1] })
    expect(answer.headers.get(STORED_SINCE_HEADER)).toBe(String(NOW))
  })

  test('a failed call without a stored answer fails', async () => {
    await expect(askOrRecall(HOME, noNetwork, memory.store)).rejects.toThrow('Failed to fetch')
  })

  test('a refusal of the server is not replaced by a stored answer', async () => {
    await see(HOME)
    const answer = await askOrRecall(HOME, answers('{"error":{}}', { status: 503 }), memory.store)
    expect(answer.status).toBe(503)
  })

  test('a late answer is replaced by the stored one, and is stored when it arrives', async () => {
    await see(HOME)
    const late = async () => {
      await new Promise((resolve) => setTimeout(resolve, 9_000))
      return new Response('{"items":[2]}', { headers: SHARED })
    }
    const asked = askOrRecall(HOME, late, memory.store)
    await vi.advanceTimersByTimeAsync(NETWORK_PATIENCE_S * 1_000)
    expect(await (await asked).json()).toEqual({ items: [1] })
    await vi.advanceTimersByTimeAsync(9_000)
    expect(memory.rows.get(HOME)?.body).toBe('{"items":[2]}')
  })

  test('a late answer is awaited if nothing is stored', async () => {
    const late = async () => {
      await new Promise((resolve) => setTimeout(resolve, 9_000))
      return new Response('{"items":[2]}', { headers: SHARED })
    }
    const asked = askOrRecall(HOME, late, memory.store)
    await vi.advanceTimersByTimeAsync(9_000)
    expect(await (await asked).json()).toEqual({ items: [2] })
  })

  test('a request that its screen gave up is not answered from the phone', async () => {
    await see(HOME)
    const givenUp = async () => {
      throw new DOMException('', 'AbortError')
    }
    await expect(askOrRecall(HOME, givenUp, memory.store)).rejects.toThrow(DOMException)
  })

  test.each([
    ["the fan's own ballots", '/api/votes?match_ids=1', undefined],
    ['the account', '/api/me', undefined],
    ['a search', '/api/rpc/get_season_ranking_corrected?p_search=costa', undefined],
    ['what the server keeps private', HOME, { headers: { 'cache-control': 'private' } }],
    ['a refusal', HOME, { status: 409, headers: SHARED }],
  ])('never stores %s', async (_title, address, init) => {
    await see(address, '{}', init)
    expect([...memory.rows.keys()]).toEqual([])
  })

  test('stores an unchanged answer again after a minute only, and a changed one at once', async () => {
    const first = { headers: { ...SHARED, etag: '"a"' } }
    await see(HOME, '{}', first)
    vi.setSystemTime(NOW + 30_000)
    await see(HOME, '{}', first)
    expect(memory.rows.get(HOME)?.receivedAt).toBe(NOW)
    await see(HOME, '{"b":1}', { headers: { ...SHARED, etag: '"b"' } })
    expect(memory.rows.get(HOME)?.receivedAt).toBe(NOW + 30_000)
  })

  test('an answer on its way at sign-out is not stored after it', async () => {
    await see(HOME)
    let answer: (response: Response) => void = () => undefined
    const asked = askOrRecall('/api/matches?ids=1', () => new Promise((resolve) => (answer = resolve)), memory.store)
    await forgetAnswers(memory.store)
    answer(new Response('{}', { headers: SHARED }))
    await asked
    await vi.advanceTimersByTimeAsync(0)
    expect([...memory.rows.keys()]).toEqual([])
  })

  test('a phone that refuses storage, or never answers, shows what the network gives', async () => {
    const never = new Promise<never>(() => undefined)
    const refusing: AnswerStore = {
      read: () => never,
      write: () => Promise.reject(new DOMException('', 'QuotaExceededError')),
      erase: () => Promise.reject(new Error('no database')),
    }
    const answer = await askOrRecall(HOME, answers('{"items":[1]}'), refusing)
    expect(await answer.json()).toEqual({ items: [1] })
    const asked = askOrRecall(HOME, noNetwork, refusing)
    const failed = expect(asked).rejects.toThrow('Failed to fetch')
    await vi.advanceTimersByTimeAsync(60_000)
    await failed
  })
})

describe('the bounds of what is stored', () => {
  const head = (address: string, change: Partial<AnswerHead> = {}): AnswerHead => ({
    address,
    receivedAt: NOW,
    usedAt: NOW,
    length: 10,
    ...change,
  })

  test('nothing is deleted within them', () => {
    expect(beyondBounds([head('a'), head('b')], NOW)).toEqual([])
  })

  test('an answer received a week ago is deleted, however often it was used', () => {
    expect(beyondBounds([head('a', { receivedAt: NOW - 7 * DAY_MS - 1 }), head('b')], NOW)).toEqual(['a'])
  })

  test('of too many, the least recently used are deleted', () => {
    const heads = Array.from({ length: CACHE_LIMITS.read.entries + 2 }, (_, at) => head(`${at}`, { usedAt: NOW - at }))
    expect(beyondBounds(heads, NOW)).toEqual([`${CACHE_LIMITS.read.entries}`, `${CACHE_LIMITS.read.entries + 1}`])
  })

  test('of too much text, the least recently used are deleted', () => {
    const heads = ['a', 'b', 'c'].map((address, at) => head(address, { usedAt: NOW - at, length: MAX_CHARACTERS / 2 }))
    expect(beyondBounds(heads, NOW)).toEqual(['c'])
  })
})
