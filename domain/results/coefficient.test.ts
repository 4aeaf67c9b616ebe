import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  COUNTRY_SCALE,
  COUNTRY_TOP,
  countMatches,
  countryCoefficients,
  derbyKey,
  derbyPair,
  MATCH_PHASES,
  type MatchGroup,
  matchCoefficient,
  type PhaseCoefficient,
  phaseOfRound,
  roundCoefficient,
  topCountries,
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

const country = fc.record({ country: fc.string(), points: fc.double({ min: 0, max: 130, noNaN: true }) })
const bounds = fc.tuple(fc.integer({ min: 10, max: 60 }), fc.integer({ min: 10, max: 60 })).map(([one, other]) => ({
  min: Math.min(one, other) / 10,
  max: Math.max(one, other) / 10,
}))

describe('country coefficients', () => {
  it('run from 1.0 for the lowest to 4.0 for the highest, linear in between', () => {
    const items = [
      { country: 'Nord', points: 100 },
      { country: 'Sud', points: 0 },
      { country: 'Est', points: 50 },
      { country: 'Ouest', points: 33.3 },
    ]
    expect(countryCoefficients(items)).toEqual([
      { country: 'Nord', points: 100, coefficient: 4 },
      { country: 'Sud', points: 0, coefficient: 1 },
      { country: 'Est', points: 50, coefficient: 2.5 },
      { country: 'Ouest', points: 33.3, coefficient: 2 },
    ])
  })

  it('follow the given bounds', () => {
    const items = [
      { country: 'Nord', points: 80 },
      { country: 'Sud', points: 20 },
    ]
    expect(countryCoefficients(items, { min: 0.5, max: 2.3 }).map((item) => item.coefficient)).toEqual([2.3, 0.5])
  })

  it('are all the lower bound when all countries have the same points', () => {
    const even = [
      { country: 'Nord', points: 5 },
      { country: 'Sud', points: 5 },
    ]
    expect(countryCoefficients(even).map((item) => item.coefficient)).toEqual([1, 1])
    expect(countryCoefficients([])).toEqual([])
  })

  it('keep the other fields of an item', () => {
    expect(countryCoefficients([{ country: 'Nord', points: 5, rank: 1 }])[0]).toHaveProperty('rank', 1)
  })

  it('stay within the bounds, reach both, and never fall while points rise', () => {
    fc.assert(
      fc.property(fc.array(country, { minLength: 2 }), bounds, (items, scale) => {
        const rising = countryCoefficients(items, scale).sort((one, other) => one.points - other.points)
        const coefficients = rising.map((item) => item.coefficient)
        expect(coefficients).toEqual([...coefficients].sort((one, other) => one - other))
        expect(coefficients.at(0)).toBe(scale.min)
        fc.pre(rising.at(0)?.points !== rising.at(-1)?.points)
        expect(coefficients.at(-1)).toBe(scale.max)
      }),
    )
  })

  it('have inputs that default to 1 and 4, in steps of 0.1', () => {
    expect(COUNTRY_SCALE).toEqual({ min: 1, max: 4, step: 0.1 })
  })

  it('are shown for the first thirty, and computed over all', () => {
    const items = Array.from({ length: 55 }, (_, index) => ({
      country: `Pays ${index}`,
      rank: 55 - index,
      points: index,
    }))
    const shown = topCountries(countryCoefficients(items))
    expect(shown.map(({ rank }) => rank)).toEqual(Array.from({ length: COUNTRY_TOP }, (_, index) => index + 1))
    expect(shown.at(0)?.coefficient).toBe(4)
    expect(shown.at(-1)?.coefficient).toBe(2.39)
  })
})

describe('a derby', () => {
  it.each([
    ['the lower id at home', 3, 20, [3, 20]],
    ['the higher id at home', 20, 3, [3, 20]],
    ['a club and itself', 7, 7, null],
  ])('is one pair in either order: %s', (_case, home, away, pair) => {
    expect(derbyPair(home, away)).toEqual(pair)
  })

  it('has one key', () => {
    expect(derbyKey([3, 20])).toBe('3-20')
  })
})
