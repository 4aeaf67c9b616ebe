import type { OperatorSeason } from '@tribune/contract/operator/seasons.ts'
import { describe, expect, test } from 'vitest'
import { consequenceOf, datesFault, movedWords, nameFault, reopeningOf } from './season-words.ts'

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
