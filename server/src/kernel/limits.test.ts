import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { within } from './clock.ts'
import { ConcurrencyLimit } from './concurrency-limit.ts'
import { LogBudget } from './log-budget.ts'
import { networksOf } from './network.ts'
import { RateWindows } from './rate-windows.ts'
import { RetryPauses } from './retry-pauses.ts'

/** Work that ends when the test ends it. */
function held() {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const work = { begun: false, end: resolve, fail: reject, run: () => promise }
  work.run = () => {
    work.begun = true
    return promise
  }
  return work
}

describe('a limit', () => {
  it('runs two, queues one, refuses the fourth, and then runs others', async () => {
    const limit = new ConcurrencyLimit({ max: 2, maxQueued: 1 })
    const [a, b, c, d] = [held(), held(), held(), held()]
    const [ranA, ranB, ranC] = [limit.run(a.run), limit.run(b.run), limit.run(c.run)]
    await expect(limit.run(d.run)).rejects.toMatchObject({ code: 'busy' })
    expect([a.begun, b.begun, c.begun, d.begun]).toEqual([true, true, false, false])
    a.end('a')
    expect(await ranA).toBe('a')
    expect(c.begun).toBe(true)
    b.end('b')
    c.end('c')
    expect(await Promise.all([ranB, ranC])).toEqual(['b', 'c'])
    expect(await limit.run(async () => 'later')).toBe('later')
  })

  it('runs the next when work fails', async () => {
    const limit = new ConcurrencyLimit({ max: 1, maxQueued: 1 })
    const first = held()
    const ran = limit.run(first.run)
    const second = limit.run(async () => 'second')
    first.fail(new Error('first'))
    await expect(ran).rejects.toThrow('first')
    expect(await second).toBe('second')
  })

  it('skips unwanted work, and gives its place in the queue to others', async () => {
    const limit = new ConcurrencyLimit({ max: 1, maxQueued: 1 })
    const first = held()
    const ran = limit.run(first.run)
    const unwanted = limit.run(
      async () => 'unwanted',
      () => false,
    )
    const refused = expect(unwanted).rejects.toMatchObject({ code: 'busy' })
    const wanted = limit.run(async () => 'wanted')
    await refused
    first.end('first')
    expect(await Promise.all([ran, wanted])).toEqual(['first', 'wanted'])
  })
})

test('a flood of refusals leaves a bounded number of lines, and its size is logged', () => {
  let now = 0
  const info = vi.fn()
  const budget = new LogBudget(() => now)
  const flood = (kind: string, size: number) =>
    Array.from({ length: size }, () => budget.take(kind, { info })).filter(Boolean).length
  expect(flood('not_found', 10_000)).toBe(30)
  expect(flood('vote_closed', 3)).toBe(3)
  expect(info).not.toHaveBeenCalled()
  now = 60_000
  expect(flood('not_found', 1)).toBe(1)
  expect(info).toHaveBeenCalledWith({ kind: 'not_found', lines: 9_970 }, expect.any(String))
  expect(flood('vote_closed', 1)).toBe(1)
  expect(info).toHaveBeenCalledTimes(1)
})

describe('a rate limit', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('applies to each key by itself, and restarts when its window ends', () => {
    const windows = new RateWindows()
    expect([windows.take('a', 2), windows.take('a', 2)]).toEqual([0, 0])
    vi.advanceTimersByTime(45_500)
    expect(windows.take('a', 2)).toBe(15)
    expect(windows.take('b', 2)).toBe(0)
    vi.advanceTimersByTime(14_500)
    expect(windows.take('a', 2)).toBe(0)
  })

  /** Calls of which `max` is 10, from addresses in turn; returns how many were accepted. */
  const accepted = (calls: number, addressOf: (n: number) => string, windows = new RateWindows()) =>
    Array.from({ length: calls }, (_, n) => windows.takeFrom(addressOf(n), 'x', 10)).filter((wait) => wait === 0).length

  it.each([
    ['one address', (_n: number) => '192.0.2.1', 10],
    ['the addresses of one /24', (n: number) => `192.0.2.${n}`, 40],
    ['the addresses of one /64', (n: number) => `2001:db8:0:1::${n}`, 10],
    ['the /64 of one /56', (n: number) => `2001:db8:0:${n.toString(16)}::1`, 20],
    ['the /56 of one /48', (n: number) => `2001:db8:0:${n.toString(16)}00::1`, 40],
    ['separate /48', (n: number) => `2001:db8:${n.toString(16)}::1`, 100],
  ])('of ten calls an address lets %s make as many as its share: %#', (_who, addressOf, most) => {
    expect(accepted(100, addressOf)).toBe(most)
  })

  it('leaves the neighbours of a refused caller their share', () => {
    const windows = new RateWindows()
    expect(accepted(100, () => '2001:db8:0:1::1', windows)).toBe(10)
    expect(accepted(100, () => '2001:db8:0:2::1', windows)).toBe(10)
  })

  it('remembers a bounded number of keys', () => {
    const windows = new RateWindows(3)
    expect([windows.take('a', 1), windows.take('a', 1) > 0]).toEqual([0, true])
    for (const key of ['b', 'c', 'd']) windows.take(key, 1)
    expect(windows.take('a', 1)).toBe(0)
  })
})

let at = 0
const clock = { now: () => new Date(at) }

/** Makes an item fail at each try, and returns the seconds between its tries. */
function pausesOf(pauses: RetryPauses, id: number, tries: number): number[] {
  return Array.from({ length: tries }, () => {
    const start = at
    pauses.failed(id)
    while (pauses.paused().includes(id)) at += 1_000
    return (at - start) / 1_000
  })
}

test('each failure doubles the pause, to five minutes at most', () => {
  expect(pausesOf(new RetryPauses(clock), 1, 9)).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300])
})

test('a success ends the pauses of that item alone', () => {
  const pauses = new RetryPauses(clock)
  for (const id of [1, 1, 2]) pauses.failed(id)
  pauses.succeeded(1)
  expect(pauses.paused()).toEqual([2])
  expect(pausesOf(pauses, 1, 1)).toEqual([5])
})

test('a thousand failing items are remembered, and no more', () => {
  const pauses = new RetryPauses(clock)
  for (let id = 1; id <= 1_001; id += 1) pauses.failed(id)
  expect(pauses.paused()).toHaveLength(1_000)
  expect(pauses.paused()).not.toContain(1)
})

const never = new Promise<never>(() => {})

afterEach(() => {
  vi.useRealTimers()
})

test('resolves or rejects with the outcome of the work, and clears its timer', async () => {
  vi.useFakeTimers()
  expect(await within(60_000, Promise.resolve('done'))).toBe('done')
  await expect(within(60_000, Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(vi.getTimerCount()).toBe(0)
})

test('rejects after the limit, with the caller’s own error if there is one', async () => {
  await expect(within(1, never)).rejects.toThrow('time limit exceeded')
  await expect(within(1, never, () => new Error('no mail'))).rejects.toThrow('no mail')
})

test('ignores a failure that comes after the limit', async () => {
  const { promise, reject } = Promise.withResolvers<never>()
  await expect(within(1, promise)).rejects.toThrow('time limit exceeded')
  reject(new Error('late'))
  await expect(promise).rejects.toThrow('late')
})

test.each([
  ['192.0.2.17', ['192.0.2.17/32', '192.0.2.0/24']],
  ['::ffff:192.0.2.17', ['192.0.2.17/32', '192.0.2.0/24']],
  ['2001:db8:12:34ab:1::9', ['2001:db8:12:34ab::/64', '2001:db8:12:3400::/56', '2001:db8:12::/48']],
  ['fe80::1%eth0', ['fe80::/64', 'fe80::/56', 'fe80::/48']],
  ['::1', ['::/64', '::/56', '::/48']],
])('an address is counted under each of its networks, narrowest first: %s', (address, networks) => {
  expect(networksOf(address)).toEqual(networks)
})

test.each([undefined, '', 'localhost', '1.2.3', '300.1.1.1', 'x'.repeat(10_000)])(
  'addresses that cannot be read are one network: %#',
  (address) => {
    expect(networksOf(address)).toEqual(['unknown'])
  },
)
