import type { OperatorSeason } from '@tribune/contract/operator/seasons.ts'
import { describe, expect, test } from 'vitest'
import { consequenceOf, reopeningOf } from './season-words.ts'

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

describe('the consequence of reopening', () => {
  const [open, ended, old] = [
    season(3, '2026-2027', '2026-10-01', '2027-06-30', 7),
    season(2, '2026', '2026-07-01', '2026-09-30', 40),
    season(1, '2025-2026', '2025-07-01', '2026-06-30', 300),
  ]
  const of = (one: OperatorSeason, all = [open, ended, old]) => reopeningOf({ all, season: one })

  test('is said of the last finished season alone', () => {
    expect([of(open), of(old)]).toEqual([null, null])
    const { matches, consequence } = of(ended) ?? { matches: 0, consequence: '' }
    expect(matches).toBe(7)
    expect(plain(consequence)).toBe(
      'Index 2026 reprend, du 1er juillet 2026 au 30 juin 2027. Index 2026-2027, ouverte depuis, disparaît, avec son nom et ses dates. Ce qu’elle compte aujourd’hui (7 matchs publiés) compte dans Index 2026. Le classement est refait avec les compétitions affichées aujourd’hui.',
    )
  })

  test('is said of no season that ended long ago', () => {
    expect(of({ ...ended, reopenable: false })).toBeNull()
  })

  test('says nothing of matches where there are none', () => {
    const consequence = of(ended, [{ ...open, matches: 0 }, ended])?.consequence
    expect(consequence).not.toContain('match')
  })
})
