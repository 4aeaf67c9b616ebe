import { describe, expect, it } from 'vitest'
import {
  countMatches,
  MATCH_PHASES,
  type MatchGroup,
  matchCoefficient,
  type PhaseCoefficient,
  phaseOfRound,
  roundCoefficient,
  touchedMatches,
} from './coefficient.ts'
import { isCoefficientShown } from './coefficient-badge.ts'

const DEFAULTS: PhaseCoefficient[] = MATCH_PHASES.map((phase) => ({ phase, coefficient: 1 }))
const TABLE: PhaseCoefficient[] = [
  { phase: 'group', coefficient: 1.1 },
  { phase: 'qf', coefficient: 1.25 },
  { phase: 'final', coefficient: 1.5 },
  { phase: 'derby_multiplier', coefficient: 1.2 },
]

describe('the coefficient of a match', () => {
  it.each(['domestic', 'group', 'r16', 'qf', 'sf', 'final'] as const)(
    'is that of its competition by default: %s',
    (phase) => {
      expect(matchCoefficient({ competition: 3.77, phase, is_derby: true }, DEFAULTS)).toBe(3.77)
      expect(matchCoefficient({ competition: 3.77, phase, is_derby: true }, [])).toBe(3.77)
    },
  )

  it.each([
    ['phase', { competition: 4, phase: 'final', is_derby: false }, 6],
    ['phase and derby', { competition: 4, phase: 'final', is_derby: true }, 7.2],
    ['derby alone', { competition: 3, phase: 'domestic', is_derby: true }, 3.6],
    ['a phase missing from the table', { competition: 3, phase: 'sf', is_derby: false }, 3],
    ['rounded half away, 4.7125', { competition: 3.77, phase: 'qf', is_derby: false }, 4.71],
    ['rounded half away, 1.375 ', { competition: 1.1, phase: 'qf', is_derby: false }, 1.38],
  ] as const)('multiplies %s', (_name, match, coefficient) => {
    expect(matchCoefficient(match, TABLE)).toBe(coefficient)
  })
})

describe('the phase of a round', () => {
  it.each([
    ['Regular Season - 12', 'league', 'domestic'],
    ['Relegation Round - 3', 'league', 'domestic'],
    ['Group Stage - 10', 'cup', 'group'],
    ['League Stage - 5', 'cup', 'group'],
    ['Group A - 1', 'cup', 'group'],
    ['2nd Qualifying Round', 'cup', 'group'],
    ['Knockout Round Play-offs', 'cup', 'group'],
    ['Round of 32', 'cup', 'group'],
    ['16th Finals', 'cup', 'group'],
    ['Round of 16', 'cup', 'r16'],
    ['8th Finals', 'cup', 'r16'],
    ['Quarter-finals', 'cup', 'qf'],
    ['QUARTER FINAL', 'cup', 'qf'],
    ['Semi-finals', 'cup', 'sf'],
    ['3rd Place Final', 'cup', 'sf'],
    ['Final', 'cup', 'final'],
    [' final ', 'cup', 'final'],
    ['Apertura - Final', 'league', 'final'],
    ['Promotion Play-offs - Semi-finals', 'league', 'sf'],
    ['', 'cup', 'group'],
    ['', 'league', 'domestic'],
  ] as const)('%j in a %s is %s', (round, type, phase) => {
    expect(phaseOfRound(round, type)).toBe(phase)
  })
})

describe('a coefficient on screen', () => {
  it('has two decimals', () => {
    expect([1.005, 3.499, 2, 1.114999].map(roundCoefficient)).toEqual([1.01, 3.5, 2, 1.11])
  })

  it('is shown only above 1', () => {
    expect([0.5, 1, 1.01, 4].map(isCoefficientShown)).toEqual([false, false, true, true])
  })
})

const group = (sketch: Partial<MatchGroup>): MatchGroup => ({
  phase: 'domestic',
  is_derby: false,
  coefficient: 3,
  matches: 10,
  published: 4,
  ...sketch,
})
const DERBY = group({ is_derby: true, coefficient: 3.6, matches: 2, published: 1 })
const FINAL = group({ phase: 'final', coefficient: 4.5, matches: 1, published: 0 })
const DOUBLED: PhaseCoefficient[] = [
  { phase: 'final', coefficient: 1.5 },
  { phase: 'derby_multiplier', coefficient: 1.2 },
]
const groups = [group({}), DERBY, FINAL]
const changed = (phase: PhaseCoefficient['phase'], coefficient: number) =>
  DOUBLED.map((row) => (row.phase === phase ? { phase, coefficient } : row))

describe('matches of groups', () => {
  it('are added up, published ones apart', () => {
    expect(countMatches(groups)).toEqual({ matches: 13, published: 5 })
    expect(countMatches([])).toEqual({ matches: 0, published: 0 })
  })
})

describe('matches that a change touches', () => {
  it.each([
    ['nothing changed', 3, DOUBLED, { matches: 0, published: 0 }],
    ['the competition', 3.01, DOUBLED, { matches: 13, published: 5 }],
    ['the final', 3, changed('final', 2), { matches: 1, published: 0 }],
    ['derbies', 3, changed('derby_multiplier', 1), { matches: 2, published: 1 }],
    [
      'a phase without matches',
      3,
      [...DOUBLED, { phase: 'sf', coefficient: 9 }] as PhaseCoefficient[],
      { matches: 0, published: 0 },
    ],
    ['less than the rounding', 3.001, DOUBLED, { matches: 0, published: 0 }],
  ])('are counted: %s', (_what, coefficient, table, touched) => {
    expect(touchedMatches([{ coefficient, groups }], table)).toEqual(touched)
  })

  it('are added up over competitions', () => {
    const competitions = [
      { coefficient: 4, groups },
      { coefficient: 2, groups: [group({ coefficient: 1 })] },
      { coefficient: 2, groups: [] },
    ]
    expect(touchedMatches(competitions, DOUBLED)).toEqual({ matches: 23, published: 9 })
  })
})
