import type { Statistics } from '@tribune/contract/operator/reporting.ts'
import { describe, expect, it, test } from 'vitest'
import { type BarRow, chartsOf, scaleTop, summaryOf } from './chart-rows.ts'
import { pageCount, pageWindow } from './match-table.tsx'

const STATISTICS: Statistics = {
  total_users: 0,
  total_votes: 0,
  active_voters: 0,
  finished_matches: 0,
  players_with_points: 0,
  ballots_by_hour: [
    { hour: '2026-11-24T19:00:00.000Z', ballots: 1_200 },
    { hour: '2026-11-24T20:00:00.000Z', ballots: 34 },
  ],
  match_days: [{ day: '2026-11-01', ballots: 3, by_votes: 2, by_ratings: 1, unknown: 4 }],
  new_fans: [{ day: '2026-11-01', fans: 0 }],
  weeks: [{ week: '2026-11-02', voters: 8, returned: 3 }],
}
const [hours, , results, fans, weeks] = chartsOf(STATISTICS)
const rows = (...heights: number[]): BarRow[] =>
  heights.map((height) => ({ key: '', label: '', tick: '', parts: [height], cells: [] }))

describe('a chart', () => {
  test('is summed up in a sentence: sum and highest bar, in Paris time', () => {
    expect(hours && summaryOf(hours)).toBe(
      'Votes par heure, sur 48\u00a0heures\u00a0: 1\u202f234 au total, maximum 1\u202f200, 24 nov., 20\u00a0h',
    )
  })

  test('of shares has no sum', () => {
    expect(weeks && summaryOf(weeks)).toBe(
      'Supporters qui reviennent la semaine suivante\u00a0: maximum 38\u00a0%, 2 nov.',
    )
    expect(weeks?.rows[0]?.cells).toEqual(['38\u00a0%', '8', '3'])
  })

  test('without any value is summed up as nothing to draw', () => {
    expect(fans && summaryOf(fans)).toMatch(/Rien à dessiner pour le moment\.$/)
  })

  test('stacks its parts in the order of their names', () => {
    expect([results?.series, results?.rows[0]?.parts]).toEqual([
      ['Votes', 'Notes officielles', 'Inconnue'],
      [2, 1, 4],
    ])
  })

  test.each([
    [[], 1],
    [[0], 1],
    [[1], 1],
    [[3], 5],
    [[5], 5],
    [[6, 2], 10],
    [[11], 20],
    [[900, 1_001], 2_000],
  ])('of the heights %j has a scale up to %d', (heights, top) => {
    expect(scaleTop(rows(...heights))).toBe(top)
  })
})

describe('page buttons', () => {
  it.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [3, 3, [1, 2, 3]],
    [1, 5, [1, 2, 3, 4, 5]],
    [1, 9, [1, 2, 3, 4, 5]],
    [2, 9, [1, 2, 3, 4, 5]],
    [3, 9, [1, 2, 3, 4, 5]],
    [4, 9, [2, 3, 4, 5, 6]],
    [7, 9, [5, 6, 7, 8, 9]],
    [8, 9, [5, 6, 7, 8, 9]],
    [9, 9, [5, 6, 7, 8, 9]],
    [12, 9, [5, 6, 7, 8, 9]],
    [0, 9, [1, 2, 3, 4, 5]],
  ])('page %d of %d shows %j', (page, pages, shown) => {
    expect(pageWindow(page, pages)).toEqual(shown)
  })
})

it.each([
  [0, 1],
  [1, 1],
  [20, 1],
  [21, 2],
  [40, 2],
  [2_000, 100],
])('%d rows fill %d pages of 20', (total, pages) => {
  expect(pageCount(total, 20)).toBe(pages)
})
