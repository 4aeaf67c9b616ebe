import { expect, it } from 'vitest'
import { countPicks, historyBySeason } from './diagnostic-rows.ts'

const SEASONS = [
  { name: 'Index', label: '2026-2027', starts_on: '2026-07-01', ends_on: '2027-06-30' },
  { name: 'Index', label: '2025-2026', starts_on: '2025-07-01', ends_on: '2026-06-30' },
]
const match = (match_date: string, points: number, published = true) => ({ match_date, points, published })

it('parts matches by the season of their kick-off in UTC, with the published points of each', () => {
  const history = [
    match('2026-11-01T20:00:00.000Z', 300, false),
    match('2026-07-01T00:00:00.000Z', 100),
    match('2026-06-30T23:59:00.000Z', 70),
    match('2026-05-02T20:00:00.000Z', 30),
    match('2024-05-02T20:00:00.000Z', 9),
  ]
  const parts = historyBySeason(history, SEASONS).map(({ season, matches, points }) => [season, matches.length, points])
  expect(parts).toEqual([
    ['Index 2026-2027', 2, 100],
    ['Index 2025-2026', 2, 100],
    ['Hors des saisons classées', 1, 9],
  ])
})

it('leaves out seasons without a match', () => {
  expect(historyBySeason([], SEASONS)).toEqual([])
})

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

it('has no rows without picks', () => {
  expect(countPicks([])).toEqual([])
})
