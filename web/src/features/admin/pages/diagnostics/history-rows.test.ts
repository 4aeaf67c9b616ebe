import { expect, it } from 'vitest'
import { historyBySeason } from './history-rows.ts'

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
