import { describe, expect, it } from 'vitest'
import { refreshInterval, retryDelay } from './refresh.ts'

describe('a screen reloads', () => {
  it.each([
    ['home', '4g', 45_000],
    ['home', '3g', 45_000],
    ['home', '2g', 60_000],
    ['home', 'slow-2g', 60_000],
    ['home', undefined, 45_000],
    ['home', null, 45_000],
    ['match', '4g', 35_000],
    ['match', '2g', 45_000],
    ['match', 'slow-2g', 45_000],
    ['match', undefined, 35_000],
  ] as const)('%s on %s every %d ms', (screen, connection, interval) => {
    expect(refreshInterval(screen, connection)).toBe(interval)
  })
})

describe('a failed call', () => {
  it('waits 300 ms more after each attempt', () => {
    expect([1, 2, 3].map(retryDelay)).toEqual([300, 600, 900])
  })
})
