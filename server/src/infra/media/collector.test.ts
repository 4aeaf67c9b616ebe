import { MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { plainPng } from '../../testing/picture-source.ts'
import { Collector, type Picture } from './collector.ts'

let png: Buffer
beforeAll(async () => {
  png = await plainPng('#ff0000', 8)
})

let now: number
/** Downloads under way by source; the test ends each. */
let under: Map<string, { done: (bytes: Buffer) => void; fail: (error: Error) => void }>
let started: string[]
let stored: string[]
let failed: string[]
let collector: Collector
beforeEach(() => {
  now = 1_000_000
  under = new Map()
  started = []
  stored = []
  failed = []
  collector = new Collector({
    download: (source) => {
      started.push(source)
      return new Promise((done, fail) => under.set(source, { done, fail }))
    },
    store: async ({ source }) => void stored.push(source),
    now: () => now,
    onFailure: ({ source }) => failed.push(source),
  })
})

const picture = (id: number): Picture => ({ kind: 'teams', id, source: `source ${id}`, version: 'v' })
const end = (id: number) => under.get(`source ${id}`)?.done(png)
const fail = (id: number) => under.get(`source ${id}`)?.fail(new Error('no'))

describe('a requested picture', () => {
  test('is downloaded once for all callers', async () => {
    const wishes = Array.from({ length: 50 }, () => collector.collect(picture(1)))
    await expect.poll(() => under.size).toBe(1)
    end(1)
    await Promise.all(wishes)
    expect([started, stored]).toEqual([['source 1'], ['source 1']])
  })

  test('waits for its turn, three at a time', async () => {
    const wishes = [1, 2, 3, 4, 5].map((id) => collector.collect(picture(id)))
    await expect.poll(() => started.length).toBe(3)
    end(2)
    await expect.poll(() => started).toEqual(['source 1', 'source 2', 'source 3', 'source 4'])
    end(1)
    end(3)
    end(4)
    await expect.poll(() => started.length).toBe(5)
    end(5)
    await Promise.all(wishes)
    expect(stored.length).toBe(5)
  })

  test('beyond the three hundredth is dropped, and can be requested again later', async () => {
    const wishes = Array.from({ length: 320 }, (_, id) => collector.collect(picture(id)))
    await Promise.all(wishes.slice(300))
    expect(started.length).toBe(3)
    const ending = setInterval(() => [...under.values()].map(({ done }) => done(png)), 1)
    await collector.settled()
    expect(stored.length).toBe(300)
    await collector.collect(picture(310))
    clearInterval(ending)
    expect(stored.length).toBe(301)
  })
})

describe('a failure', () => {
  test('delays the next try by a minute, then five, twenty-five, and a day at most', async () => {
    const waits: number[] = []
    for (let times = 0; times < 7; times += 1) {
      const wish = collector.collect(picture(1))
      await expect.poll(() => started.length).toBe(times + 1)
      fail(1)
      await wish
      waits.push(collector.waitFor(picture(1)) / MINUTE_MS)
      now += collector.waitFor(picture(1)) - 1
      await collector.collect(picture(1))
      expect(started.length).toBe(times + 1)
      now += 1
    }
    expect(waits).toEqual([1, 5, 25, 125, 625, 1440, 1440])
    expect(failed.length).toBe(7)
  })

  test('is forgotten after a success, and does not affect another source of the same player', async () => {
    const wish = collector.collect(picture(1))
    await expect.poll(() => under.size).toBe(1)
    fail(1)
    await wish
    expect(collector.waitFor({ ...picture(1), version: 'w' })).toBe(0)
    now += MINUTE_MS
    const again = collector.collect(picture(1))
    await expect.poll(() => started.length).toBe(2)
    end(1)
    await again
    expect([stored, collector.waitFor(picture(1))]).toEqual([['source 1'], 0])
  })

  test('includes bytes that are not a picture', async () => {
    const wish = collector.collect(picture(1))
    await expect.poll(() => under.size).toBe(1)
    under.get('source 1')?.done(Buffer.from('<html>'))
    await wish
    expect([stored, failed]).toEqual([[], ['source 1']])
  })
})

test('closing starts no more downloads, and those that it ends are not failures', async () => {
  const wish = collector.collect(picture(1))
  void collector.collect(picture(2))
  void collector.collect(picture(3))
  void collector.collect(picture(4))
  await expect.poll(() => started.length).toBe(3)
  const closed = collector.close()
  for (const id of [1, 2, 3]) fail(id)
  await closed
  await wish
  await collector.collect(picture(5))
  expect([started.length, failed]).toEqual([3, []])
})
