import { describe, expect, it } from 'vitest'
import { isPlausibleKickoff, isPlausibleMinute } from './plausible.ts'

const NOW = new Date('2026-03-14T20:00:00Z')

describe('a kick-off', () => {
  it.each([
    ['2026-03-14T20:00:00Z', true],
    ['2028-03-10T20:00:00Z', true],
    ['2024-03-20T20:00:00Z', true],
    ['2028-04-14T20:00:00Z', false],
    ['2024-02-14T20:00:00Z', false],
    ['+012026-03-14T20:00:00Z', false],
    ['-000001-03-14T20:00:00Z', false],
    ['1970-01-01T00:00:00Z', false],
  ])('at %s: %s', (kickoff, plausible) => {
    expect(isPlausibleKickoff(new Date(kickoff), NOW)).toBe(plausible)
  })
})

describe('a minute', () => {
  it.each([
    [20, 20, true],
    [25, 20, true],
    [26, 20, false],
    [88, 20, false],
    [88, 105, true],
    [3, -2, true],
  ])('%i, %i min after kick-off: %s', (minute, since, plausible) => {
    const kickoff = new Date(NOW.getTime() - since * 60_000)
    expect(isPlausibleMinute(minute, kickoff, NOW)).toBe(plausible)
  })
})
