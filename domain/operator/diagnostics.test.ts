import { describe, expect, it } from 'vitest'
import type { MatchStatus } from '../matches/status.ts'
import {
  arePointsConsistent,
  type ComparedMatch,
  compareTotals,
  differencesBetween,
  hasEnoughVoters,
  isLineupComplete,
  isLineupMissing,
  matchesPerDay,
  votesPerVoter,
} from './diagnostics.ts'

describe('the points of a match’s first player', () => {
  it.each([
    [377, 3.77, true],
    [386, 3.77, true],
    [386.99, 3.77, true],
    [387, 3.77, false],
    [368, 3.77, true],
    [367, 3.77, false],
    [100, 3.77, false],
    [0, 1, false],
  ])('%d at coefficient %d are consistent: %s', (points, coefficient, consistent) => {
    expect(arePointsConsistent(points, coefficient)).toBe(consistent)
  })
})

describe('a lineup', () => {
  it('is complete with 22 players or more', () => {
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

describe('the operator’s figures', () => {
  it('give votes per voter to one decimal, 0 without voters', () => {
    expect(votesPerVoter(0, 0)).toBe(0)
    expect(votesPerVoter(10, 4)).toBe(2.5)
    expect(votesPerVoter(7, 3)).toBe(2.3)
    expect(votesPerVoter(5, 4)).toBe(1.3)
  })

  it('mark a match’s voters as sufficient from 2 on', () => {
    expect([0, 1, 2, 10].map(hasEnoughVoters)).toEqual([false, false, true, true])
  })

  it('give matches per day over 30 days, rounded', () => {
    expect([0, 14, 15, 44, 45, 300].map(matchesPerDay)).toEqual([0, 0, 1, 1, 2, 10])
  })
})

describe('our match and the provider’s', () => {
  const MATCH: ComparedMatch = {
    status: 'finished',
    kickoff: '2026-03-14T20:00:00Z',
    home_team: 'FC Rive',
    away_team: 'Stade Aval',
    home_score: 2,
    away_score: 1,
    players: 40,
  }

  it.each<[string, Partial<ComparedMatch>, string[]]>([
    ['are equal', {}, []],
    ['are equal at the same moment in another form', { kickoff: new Date('2026-03-14T20:00:00Z') }, []],
    ['differ in status', { status: 'live' }, ['status']],
    ['do not differ in a status that the provider does not know', { status: null }, []],
    ['differ in kick-off', { kickoff: '2026-03-14T20:01:00Z' }, ['kickoff']],
    ['differ in a score', { home_score: 3 }, ['home_score']],
    ['differ in a withdrawn score', { away_score: null }, ['away_score']],
    ['differ in their lineups', { players: 39 }, ['players']],
    ['differ in a lineup that is empty', { players: 0 }, ['players']],
    ['do not differ in a lineup that was not given', { players: null }, []],
    ['differ in names', { home_team: 'FC Rives', away_team: 'Aval' }, ['home_team', 'away_team']],
  ])('%s', (_name, theirs, fields) => {
    expect(differencesBetween(MATCH, { ...MATCH, ...theirs }).map(({ field }) => field)).toEqual(fields)
  })

  it('are reported with both values', () => {
    expect(differencesBetween(MATCH, { ...MATCH, home_score: 3 })).toEqual([
      { field: 'home_score', ours: 2, theirs: 3 },
    ])
  })
})

const totals = { total_points: 350, matches_played: 4, wins: 1, podiums: 3 }

describe('a stored season row against its matches', () => {
  it.each([
    ['agrees', totals, { ...totals }, 'same', []],
    ['is tolerated where there is nothing to store', null, null, 'none', []],
    ['is missing', null, totals, 'missing', ['total_points', 'matches_played', 'wins', 'podiums']],
    ['is left over', totals, null, 'left_over', ['total_points', 'matches_played', 'wins', 'podiums']],
    ['differs by a point', totals, { ...totals, total_points: 351 }, 'different', ['total_points']],
    ['differs in what is counted', totals, { ...totals, wins: 0, podiums: 2 }, 'different', ['wins', 'podiums']],
  ] as const)('%s', (_title, stored, added, verdict, differing) => {
    const compared = compareTotals(stored, added)
    expect(compared.verdict).toBe(verdict)
    expect(compared.totals.filter(({ same }) => !same).map(({ name }) => name)).toEqual(differing)
  })
})
