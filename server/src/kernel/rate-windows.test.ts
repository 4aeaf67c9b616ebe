import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RateWindows } from './rate-windows.ts'

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

  it('leaves the neighbours of a caller who is refused what is theirs', () => {
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
