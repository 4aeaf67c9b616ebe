import { expect, it } from 'vitest'
import { countPicks } from './pick-rows.ts'

const pick = (player_id: number, vote_position: number) => ({
  player_id,
  player_name: `Joueur ${player_id}`,
  player_team: 'FC Rive',
  vote_position,
  user_id: 'x',
})

it('counts picks by player and place, best first', () => {
  const picks = [pick(1, 2), pick(2, 1), pick(3, 3), pick(1, 2), pick(3, 1), pick(4, 9)]
  expect(countPicks(picks).map(({ player_id, places }) => [player_id, ...places])).toEqual([
    [3, 1, 0, 1],
    [2, 1, 0, 0],
    [1, 0, 2, 0],
    [4, 0, 0, 0],
  ])
})

it('counts nothing of nothing', () => {
  expect(countPicks([])).toEqual([])
})
