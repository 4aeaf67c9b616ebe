import type { OperatorSeason } from '@tribune/contract/operator/seasons.ts'
import { COEFFICIENT_SCALE } from '@tribune/domain/results/coefficient.ts'
import { describe, expect, it, test } from 'vitest'
import type { OperatorCompetitions, WeighedCompetition } from '../../../data/operator/coefficients.ts'
import {
  changedPhases,
  filterCompetitions,
  proposedChanges,
  proposedCountries,
  touchedByCompetitions,
  touchedByPhases,
} from './coefficient-rows.ts'
import { readDecimal, stepped } from './decimal-field.tsx'
import { consequenceOf, datesFault, movedWords, nameFault, reopeningOf } from './season-words.ts'

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

const TENTHS = { min: 0.1, max: 100, step: 0.1 }

describe('a coefficient’s field', () => {
  it.each([
    ['3', 3],
    ['3,25', 3.25],
    ['3.25', 3.25],
    [' 3,50 ', 3.5],
    ['3,', 3],
    ['1,2000', 1.2],
    ['0,01', 0.01],
    ['100', 100],
  ])('reads « %s » as %f', (written, value) => {
    expect(readDecimal(written, COEFFICIENT_SCALE)).toEqual({ value, error: null })
  })

  it.each([
    ['', 'Écris un nombre.'],
    ['   ', 'Écris un nombre.'],
    ['trois', 'Ce n’est pas un nombre. Écris par exemple 3,25.'],
    ['1e3', 'Ce n’est pas un nombre. Écris par exemple 3,25.'],
    ['0x10', 'Ce n’est pas un nombre. Écris par exemple 3,25.'],
    ['1,2,3', 'Ce n’est pas un nombre. Écris par exemple 3,25.'],
    ['Infinity', 'Ce n’est pas un nombre. Écris par exemple 3,25.'],
    ['9'.repeat(40), 'Ce n’est pas un nombre. Écris par exemple 3,25.'],
    ['-1', 'Pas moins de 0,01.'],
    ['0', 'Pas moins de 0,01.'],
    ['0,009', 'Pas moins de 0,01.'],
    ['100,01', 'Pas plus de 100,00.'],
    ['1,234', '2\u00a0décimales au plus.'],
  ])('refuses « %s »: %s', (written, error) => {
    expect(readDecimal(written, COEFFICIENT_SCALE)).toEqual({ value: null, error })
  })

  it.each([
    ['3,00', 1, COEFFICIENT_SCALE, 3.01],
    ['0,29', -1, COEFFICIENT_SCALE, 0.28],
    ['1,15', 1, COEFFICIENT_SCALE, 1.16],
    ['0,01', -1, COEFFICIENT_SCALE, 0.01],
    ['100', 1, COEFFICIENT_SCALE, 100],
    ['4', -1, TENTHS, 3.9],
    ['rien', 1, TENTHS, null],
  ] as const)('goes from « %s » by %i to %s', (written, direction, scale, value) => {
    expect(stepped(written, direction, scale)).toBe(value)
  })

  it('has one decimal where the scale is of tenths', () => {
    expect(readDecimal('1,25', TENTHS).error).toBe('1\u00a0décimale au plus.')
  })
})

const season = (id: number, label: string, starts_on: string, ends_on: string, matches: number): OperatorSeason => ({
  ...{ id, label, starts_on, ends_on, matches },
  ...{ name: 'Index', open: id === 3, players: 1, computed_at: null, reopenable: id !== 3 },
})
const OPEN = season(3, '2026-2027', '2026-07-01', '2027-06-30', 40)
const ALL = [OPEN, season(2, '2025-2026', '2025-07-01', '2026-06-30', 300)]
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

test.each([
  [
    'the season before follows',
    { starts_on: '2026-07-15', ends_on: '2027-06-30' },
    'Index 2026-2027 : du 15 juillet 2026 au 30 juin 2027. Index 2025-2026, qui la touche, suit : du 1er juillet 2025 au 14 juillet 2026. À recalculer, même si la saison est terminée : 2 classements, sur 340 matchs publiés aujourd’hui.',
  ],
  [
    'no other is touched',
    { starts_on: '2026-07-01', ends_on: '2027-05-31' },
    'Index 2026-2027 : du 1er juillet 2026 au 31 mai 2027. À recalculer, même si la saison est terminée : 1 classement, sur 40 matchs publiés aujourd’hui.',
  ],
  [
    'the season would end',
    { starts_on: '2026-07-01', ends_on: '2026-09-30' },
    'Index 2026-2027 : du 1er juillet 2026 au 30 septembre 2026. Ce dernier jour est passé : la saison se termine, et la suivante s’ouvre au 1er octobre 2026. « Rouvrir » revient en arrière. À recalculer, même si la saison est terminée : 1 classement, sur 40 matchs publiés aujourd’hui.',
  ],
  [
    'the server will refuse',
    { starts_on: '2025-06-01', ends_on: '2027-05-01' },
    'Index 2026-2027 : du 1er juin 2025 au 1er mai 2027.',
  ],
])('says before new dates are saved what they touch: %s', (_case, days, sentence) => {
  expect(plain(consequenceOf({ all: ALL, season: OPEN }, days, '2026-11-24'))).toBe(sentence)
})

test.each([
  ['a day is missing', '', '2027-06-30', null],
  ['they are fine', '2026-07-15', '2027-06-30', null],
  ['they are reversed', '2027-06-30', '2026-07-01', 'Le dernier jour vient avant le premier.'],
  ['the year is 9999', '2026-07-01', '9999-06-30', expect.stringContaining('deux ans au plus')],
  ['both are in the year 9999', '9999-07-01', '9999-12-31', expect.stringContaining('de 2000 à 2999')],
  ['the year has five digits', '2026-07-01', '12027-06-30', expect.stringContaining('de 2000 à 2999')],
  ['the open season would not have begun', '2026-11-25', '2027-06-30', expect.stringContaining('a déjà commencé')],
  ['they cover the season before', '2025-06-01', '2027-05-01', 'Ces dates recouvrent une autre saison.'],
])('refuses dates before they are offered for confirmation, or not: %s', (_case, starts_on, ends_on, fault) => {
  expect(datesFault({ all: ALL, season: OPEN }, { starts_on, ends_on }, '2026-11-24')).toEqual(fault)
})

test('refuses the name of another season before it is sent', () => {
  const fault = (label: string) => nameFault({ all: ALL, season: OPEN }, { name: ' index ', label })
  expect([fault('2026-2027'), fault('Été')]).toEqual([null, null])
  expect(fault('2025-2026')).toBe('Une autre saison porterait le même nom et le même libellé.')
})

test('says after new dates which seasons have ended and begun', () => {
  const days = { starts_on: '2026-10-01', ends_on: '2027-06-30' }
  const [old, next] = [
    { name: 'Index', label: '2026' },
    { name: 'Index', label: '2026-2027', ...days },
  ]
  const counts = { seasons_moved: 1, matches_lost: 0 }
  expect(plain(movedWords({ ...counts, closed: [], opened: [] }))).toBe('Dates changées : 1 saison.')
  expect(plain(movedWords({ ...counts, closed: [old], opened: [next] }))).toBe(
    'Dates changées : 1 saison. Index 2026 est terminée. Index 2026-2027 s’ouvre, du 1er octobre 2026 au 30 juin 2027.',
  )
})

describe('the consequence of reopening', () => {
  const [open, ended, old] = [
    season(3, '2026-2027', '2026-10-01', '2027-06-30', 7),
    season(2, '2026', '2026-07-01', '2026-09-30', 40),
    season(1, '2025-2026', '2025-07-01', '2026-06-30', 300),
  ]
  const of = (one: OperatorSeason, all = [open, ended, old]) => reopeningOf({ all, season: one })

  test('is shown for the last finished season only', () => {
    expect([of(open), of(old)]).toEqual([null, null])
    const { matches, consequence } = of(ended) ?? { matches: 0, consequence: '' }
    expect(matches).toBe(7)
    expect(plain(consequence)).toBe(
      'Index 2026 reprend, du 1er juillet 2026 au 30 juin 2027. Index 2026-2027, ouverte depuis, disparaît, avec son nom et ses dates. Ce qu’elle compte aujourd’hui (7 matchs publiés) compte dans Index 2026. Le classement est refait avec les compétitions affichées aujourd’hui.',
    )
  })

  test('is not shown for a season that ended long ago', () => {
    expect(of({ ...ended, reopenable: false })).toBeNull()
  })

  test('says nothing of matches where there are none', () => {
    const consequence = of(ended, [{ ...open, matches: 0 }, ended])?.consequence
    expect(consequence).not.toContain('match')
  })
})
