import { describe, expect, it } from 'vitest'
import type { PhaseCoefficient } from './coefficient.ts'
import { countMatches, type MatchGroup, touchedMatches } from './coefficient-change.ts'

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
const TABLE: PhaseCoefficient[] = [
  { phase: 'final', coefficient: 1.5 },
  { phase: 'derby_multiplier', coefficient: 1.2 },
]
const groups = [group({}), DERBY, FINAL]
const changed = (phase: PhaseCoefficient['phase'], coefficient: number) =>
  TABLE.map((row) => (row.phase === phase ? { phase, coefficient } : row))

describe('matches of groups', () => {
  it('are added up, published ones apart', () => {
    expect(countMatches(groups)).toEqual({ matches: 13, published: 5 })
    expect(countMatches([])).toEqual({ matches: 0, published: 0 })
  })
})

describe('matches that a change touches', () => {
  it.each([
    ['nothing changed', 3, TABLE, { matches: 0, published: 0 }],
    ['the competition', 3.01, TABLE, { matches: 13, published: 5 }],
    ['the final', 3, changed('final', 2), { matches: 1, published: 0 }],
    ['derbies', 3, changed('derby_multiplier', 1), { matches: 2, published: 1 }],
    [
      'a phase without matches',
      3,
      [...TABLE, { phase: 'sf', coefficient: 9 }] as PhaseCoefficient[],
      { matches: 0, published: 0 },
    ],
    ['less than the rounding', 3.001, TABLE, { matches: 0, published: 0 }],
  ])('are counted: %s', (_what, coefficient, table, touched) => {
    expect(touchedMatches([{ coefficient, groups }], table)).toEqual(touched)
  })

  it('are added up over competitions', () => {
    const competitions = [
      { coefficient: 4, groups },
      { coefficient: 2, groups: [group({ coefficient: 1 })] },
      { coefficient: 2, groups: [] },
    ]
    expect(touchedMatches(competitions, TABLE)).toEqual({ matches: 23, published: 9 })
  })
})
