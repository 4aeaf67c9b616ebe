import { describe, expect, it } from 'vitest'
import type { OperatorCompetitions, WeighedCompetition } from '../../../data/operator/coefficients.ts'
import {
  changedPhases,
  filterCompetitions,
  proposedChanges,
  proposedCountries,
  touchedByCompetitions,
  touchedByPhases,
} from './coefficient-rows.ts'

const group = (sketch: Partial<WeighedCompetition['groups'][number]> = {}) => ({
  phase: 'domestic' as const,
  is_derby: false,
  coefficient: 3,
  matches: 10,
  published: 4,
  ...sketch,
})
const competition = (sketch: Partial<WeighedCompetition>): WeighedCompetition => ({
  id: 1,
  name: 'Ligue Aube',
  country: 'France',
  country_code: 'FRA',
  logo: null,
  enabled: true,
  coefficient: 3,
  groups: [group(), group({ is_derby: true, matches: 2, published: 1 })],
  ...sketch,
})
const items = [
  competition({}),
  competition({ id: 2, name: 'Étoile Süper', country: 'Turkey', country_code: 'TUR', coefficient: 1, groups: [] }),
  competition({
    id: 3,
    name: 'Copa',
    country: 'Saudi-Arabia',
    country_code: null,
    groups: [group({ phase: 'final', matches: 1, published: 0 })],
  }),
]
const all: OperatorCompetitions = {
  items,
  phases: [
    { phase: 'domestic', coefficient: 1 },
    { phase: 'final', coefficient: 1 },
    { phase: 'derby_multiplier', coefficient: 1 },
  ],
}

describe('competitions', () => {
  it.each([
    ['', [1, 2, 3]],
    ['ETOILE', [2]],
    ['super', [2]],
    ['turquie', [2]],
    ['turkey', [2]],
    ['arabie saoudite', [3]],
    ['zzz', []],
  ])('are found by « %s »', (query, ids) => {
    expect(filterCompetitions(items, query).map(({ id }) => id)).toEqual(ids)
  })

  it('touch their own matches alone', () => {
    expect(touchedByCompetitions(all, new Map([[1, 3.1]]))).toEqual({ matches: 12, published: 5 })
    expect(touchedByCompetitions(all, new Map([[1, 3]]))).toEqual({ matches: 0, published: 0 })
    expect(touchedByCompetitions(all, new Map([[2, 9]]))).toEqual({ matches: 0, published: 0 })
  })
})

describe('phases', () => {
  it('touch the matches of every competition that have them', () => {
    expect(touchedByPhases(all, [{ phase: 'final', coefficient: 2 }])).toEqual({ matches: 1, published: 0 })
    expect(touchedByPhases(all, [{ phase: 'derby_multiplier', coefficient: 2 }])).toEqual({ matches: 2, published: 1 })
    expect(touchedByPhases(all, [])).toEqual({ matches: 0, published: 0 })
  })

  it('are saved where they differ, in the order of the table', () => {
    const written = new Map([
      ['derby_multiplier', 1.2],
      ['domestic', 1],
      ['final', 2],
    ] as const)
    expect(changedPhases(all.phases, written)).toEqual([
      { phase: 'final', coefficient: 2 },
      { phase: 'derby_multiplier', coefficient: 1.2 },
    ])
  })
})

describe('the proposal', () => {
  const ranking = {
    source: 'UEFA',
    as_of: '2026-07-03',
    count: 35,
    items: Array.from({ length: 35 }, (_, index) => ({
      rank: index + 1,
      country: ['France', 'Türkiye'][index] ?? `Pays ${index}`,
      code: ['FRA', 'TUR'][index] ?? `P${index}`,
      points: 34 - index,
    })),
  }

  it('shows thirty countries, in French, with the coefficient of a scale over all', () => {
    const countries = proposedCountries(ranking, { min: 1, max: 4.4 }, items)
    expect(countries).toHaveLength(30)
    expect(countries.slice(0, 2)).toMatchObject([
      { rank: 1, country: 'France', coefficient: 4.4, competitions: [{ id: 1 }] },
      { rank: 2, country: 'Turquie', coefficient: 4.3, competitions: [{ id: 2 }] },
    ])
    expect(countries.at(-1)?.coefficient).toBe(1.5)
  })

  it('changes the competitions of these countries', () => {
    const changes = proposedChanges(proposedCountries(ranking, { min: 1, max: 3 }, items))
    expect(changes.map((change) => [change.competition.id, change.country, change.after])).toEqual([
      [1, 'France', 3],
      [2, 'Turquie', 2.94],
    ])
  })
})
