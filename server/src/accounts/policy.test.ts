import { availableParallelism } from 'node:os'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CHOOSING, HASHING, hashedAtOnce, isOpenPath } from './policy.ts'
import { RateWindows } from './rates.ts'

describe('an address of the accounts library', () => {
  it.each([
    ['/sign-in/email', true],
    ['/reset-password/token', true],
    ['/sign-in/email/', false],
    ['/sign-in', false],
    ['/update-user', false],
    ['', false],
  ])('%j is open: %s', (path, open) => {
    expect(isOpenPath(path)).toBe(open)
  })
})

describe('passwords', () => {
  it.each([
    [1, 1],
    [2, 1],
    [3, 2],
    [4, 3],
    [64, 3],
  ])('of newcomers leave one of %i processors to votes: %i at a time', (processors, width) => {
    expect(hashedAtOnce(processors)).toBe(width)
  })

  it('are hashed as this machine can', () => {
    const width = hashedAtOnce(availableParallelism())
    expect([HASHING.width, CHOOSING.width]).toEqual([width, width])
  })
})

describe('a limit', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('holds for its window, for each key by itself, and then starts anew', async () => {
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
