import type { Podium } from '@tribune/domain/ballots/podium.ts'
import { expect, test } from 'vitest'
import { verdict } from './crowd-card.tsx'

const mine: Podium = [
  { position: 1, player_id: 7 },
  { position: 2, player_id: 8 },
  { position: 3, player_id: 9 },
]
const ranked = (...ranks: readonly (readonly [player_id: number, rank: number])[]) =>
  ranks.map(([player_id, rank]) => ({ player_id, rank }))

test.each([
  ['none of three', ranked([1, 1], [2, 2], [3, 3], [7, 4]), 'Aucun de tes choix n’est sur le podium.'],
  ['one, in any place', ranked([1, 1], [2, 2], [7, 3]), 'Un de tes choix est sur le podium.'],
  ['two', ranked([8, 1], [7, 2], [3, 3]), 'Deux de tes choix sont sur le podium.'],
  ['three in another order', ranked([8, 1], [7, 2], [9, 3]), 'Tes trois choix sont sur le podium.'],
  ['three who share the first place', ranked([7, 1], [8, 1], [9, 1]), 'Tes trois choix sont sur le podium.'],
  ['the very same', ranked([7, 1], [8, 2], [9, 3], [1, 4]), 'Le podium exact, dans l’ordre\u202f!'],
])('a podium is compared with the published one: %s', (_name, ranking, words) => {
  expect(verdict(mine, ranking)).toBe(words)
})
