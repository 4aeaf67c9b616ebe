import { describe, expect, it } from 'vitest'
import { arePointsConsistent, isLineupComplete, isLineupMissing, matchesPerDay, votesPerVoter } from './diagnostics.ts'
import type { MatchStatus } from './match-status.ts'

describe('the points of a match’s first', () => {
  it.each([
    [377, 3.77, true],
    [386, 3.77, true],
    [386.99, 3.77, true],
    [387, 3.77, false],
    [368, 3.77, true],
    [367, 3.77, false],
    [100, 3.77, false],
    [0, 1, false],
  ])('%d at coefficient %d agree: %s', (points, coefficient, consistent) => {
    expect(arePointsConsistent(points, coefficient)).toBe(consistent)
  })
})

describe('a lineup', () => {
  it('is complete from 22 players on', () => {
    expect([0, 21, 22, 46].map(isLineupComplete)).toEqual([false, false, true, true])
  })

  const KICKOFF = '2026-03-14T20:00:00Z'
  const match = (status: MatchStatus) => ({ status, match_date: KICKOFF })
  const after = (minutes: number, ms = 0) => new Date(Date.parse(KICKOFF) + minutes * 60_000 + ms)

  it.each<[string, MatchStatus, number, Date, boolean]>([
    ['none 1 ms before 3 h', 'finished', 0, after(180, -1), false],
    ['none 3 h after kick-off', 'finished', 0, after(180), true],
    ['none days after', 'finished', 0, after(9_000), true],
    ['one player', 'finished', 1, after(181), false],
    ['none, still live', 'live', 0, after(181), true],
    ['none, never announced as started', 'upcoming', 0, after(181), true],
    ['none, postponed', 'postponed', 0, after(181), false],
    ['none, cancelled', 'cancelled', 0, after(181), false],
    ['none, before kick-off', 'upcoming', 0, after(-60), false],
  ])('%s', (_name, status, count, now, missing) => {
    expect(isLineupMissing(match(status), count, now)).toBe(missing)
  })
})

describe('the figures of the operator', () => {
  it('give votes per voter to one decimal, 0 without voters', () => {
    expect(votesPerVoter(0, 0)).toBe(0)
    expect(votesPerVoter(10, 4)).toBe(2.5)
    expect(votesPerVoter(7, 3)).toBe(2.3)
    expect(votesPerVoter(5, 4)).toBe(1.3)
  })

  it('give matches per day over 30 days, rounded', () => {
    expect([0, 14, 15, 44, 45, 300].map(matchesPerDay)).toEqual([0, 0, 1, 1, 2, 10])
  })
})
