import type { MatchScreen } from '@tribune/contract/matches.ts'
import type { Podium } from '@tribune/domain/ballots/podium.ts'
import { expect, test } from 'vitest'
import { hitsWords, spokenReveal } from './reveal-dialog.tsx'

const MINE: Podium = [
  { position: 1, player_id: 1 },
  { position: 2, player_id: 2 },
  { position: 3, player_id: 3 },
]
const ranked = (...ranks: readonly number[]) =>
  ranks.map((rank, index) => ({ rank, player_id: index + 1, player_name: `J${index + 1}` }))

test.each([
  ['without a ballot', [], ranked(1, 2, 3), null],
  ['with an incomplete ballot', MINE.slice(0, 2), ranked(1, 2, 3), null],
  ['no pick', MINE, ranked(4, 5, 6), 'Ton podium\u00a0: 0 sur 3'],
  ['two picks', MINE, ranked(2, 1, 4), 'Ton podium\u00a0: 2 sur 3'],
  ['all three in another order', MINE, ranked(2, 1, 3), 'Ton podium\u00a0: 3 sur 3'],
  ['all three in order', MINE, ranked(1, 2, 3), 'Ton podium\u00a0: 3 sur 3, dans l’ordre\u202f!'],
])('the hits of a fan: %s', (_name, podium, ranking, words) => {
  expect(hitsWords(podium, ranking)).toBe(words)
})

const screen = (ranks: readonly number[], source: 'votes' | 'ratings_fallback' = 'votes') =>
  ({ ranking: ranked(...ranks), result: { source } }) as unknown as MatchScreen

test.each([
  ['third, second, first', screen([1, 2, 3, 4]), null, false, '3e\u00a0: J3. 2e\u00a0: J2. 1er\u00a0: J1.'],
  ['a shared place', screen([1, 2, 2]), null, false, '2e\u00a0: J2 et J3. 1er\u00a0: J1.'],
  ['many who share the first', screen([1, 1, 1, 1]), null, false, '1er\u00a0: J1, J2 et 2\u00a0autres.'],
  [
    'a provisional result by ratings, with the fan’s hits',
    screen([1], 'ratings_fallback'),
    'Ton podium\u00a0: 1 sur 3',
    true,
    '1er\u00a0: J1. D’après les notes officielles. Résultat provisoire. Ton podium\u00a0: 1 sur 3.',
  ],
] as const)('a screen reader hears %s', (_name, one, hits, provisional, words) => {
  expect(spokenReveal(one, hits, provisional)).toBe(words)
})
