import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RateWindows } from './rates.ts'

describe('a rate limit', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('applies to each key by itself, and restarts when its window ends', async () => {
    const windows = new RateWindows()
    const rule = { window: 60, max: 2 }
    const yes = { allowed: true, retryAfter: null }
    expect([await windows.consume('a', rule), await windows.consume('a', rule)]).toEqual([yes, yes])
    vi.advanceTimersByTime(45_500)
    expect(await windows.consume('a', rule)).toEqual({ allowed: false, retryAfter: 15 })
    expect(await windows.consume('b', rule)).toEqual(yes)
    vi.advanceTimersByTime(14_500)
    expect(await windows.consume('a', rule)).toEqual(yes)
  })
})
