import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { joinSheet } from './players.ts'
import type { LineupRow, StatisticsRow } from './team-sheet.ts'

type Known = readonly [id: number | null, number: number | null, name: string, minutes?: number]

const lineupRow = ([id, number, name]: Known): LineupRow => ({
  id,
  number,
  name,
  pos: null,
  grid: null,
  isStarter: true,
})

const statisticsRow = ([id, number, name, minutes = 0]: Known): StatisticsRow => ({
  id,
  number,
  name,
  minutes,
  photo: null,
  pos: null,
  rating: null,
  isRatingReported: false,
  isStarter: true,
})

describe('the lineup row and the statistics row of one player', () => {
  test.each<[name: string, lineup: Known[], statistics: Known[], joined: (string | undefined)[][]]>([
    [
      'an id overrides shirt and name',
      [
        [1, 7, 'A. Alba'],
        [2, 8, 'B. Bora'],
      ],
      [
        [2, 7, 'Aldo Alba'],
        [1, 8, 'Bela Bora'],
      ],
      [
        ['A. Alba', 'Bela Bora'],
        ['B. Bora', 'Aldo Alba'],
      ],
    ],
    [
      'different ids are different players',
      [[1, 7, 'A. Alba']],
      [[2, 7, 'A. Alba', 30]],
      [
        ['A. Alba', undefined],
        [undefined, 'A. Alba'],
      ],
    ],
    ['a shirt joins where an id is missing', [[null, 7, 'Beto']], [[1, 7, 'Aldo Alba']], [['Beto', 'Aldo Alba']]],
    [
      'different shirts are different players',
      [[null, 7, 'A. Alba']],
      [[null, 8, 'A. Alba']],
      [['A. Alba', undefined]],
    ],
    [
      'a short name joins a full one',
      [[null, null, 'A. Alba']],
      [[null, null, 'Aldo Alba']],
      [['A. Alba', 'Aldo Alba']],
    ],
    ['a bare surname joins a full name', [[null, null, 'Alba']], [[null, null, 'Zino Alba']], [['Alba', 'Zino Alba']]],
    ['accents are ignored', [[null, null, 'É. ALBÀ']], [[null, null, 'Emile Alba']], [['É. ALBÀ', 'Emile Alba']]],
    [
      'a shared shirt and name join nothing, and nobody is added',
      [
        [null, 7, 'A. Alba'],
        [null, 7, 'A. Alba'],
      ],
      [[null, 7, 'Aldo Alba', 90]],
      [
        ['A. Alba', undefined],
        ['A. Alba', undefined],
      ],
    ],
    [
      'a player who has played is added if the lineup omits them',
      [[1, 7, 'A. Alba']],
      [[2, 8, 'B. Bora', 12]],
      [
        ['A. Alba', undefined],
        [undefined, 'B. Bora'],
      ],
    ],
    ['a player who has not played is not added', [[1, 7, 'A. Alba']], [[2, 8, 'B. Bora', 0]], [['A. Alba', undefined]]],
    ['everybody is added without a lineup', [], [[2, 8, 'B. Bora', 0]], [[undefined, 'B. Bora']]],
  ])('%s', (_name, lineup, statistics, joined) => {
    const rows = joinSheet({ lineup: lineup.map(lineupRow), statistics: statistics.map(statisticsRow) })
    expect(rows.map((row) => [row.lineup?.name, row.statistics?.name])).toEqual(joined)
  })
})

test('every lineup row appears once, no statistics row twice, and different ids are never joined', () => {
  const known = fc.tuple(
    fc.option(fc.integer({ min: 1, max: 4 }), { nil: null }),
    fc.option(fc.integer({ min: 1, max: 4 }), { nil: null }),
    fc.constantFrom('A. Alba', 'Aldo Alba', 'Alba', 'B. Bora'),
    fc.constantFrom(0, 90),
  )
  const rows = fc.uniqueArray(known, { maxLength: 8, comparator: (a, b) => a[0] !== null && a[0] === b[0] })
  fc.assert(
    fc.property(rows, rows, (first, second) => {
      const [lineup, statistics] = [first.map(lineupRow), second.map(statisticsRow)]
      const joined = joinSheet({ lineup, statistics })
      expect(joined.map((row) => row.lineup).filter((row) => row !== null)).toEqual(lineup)
      const given = joined.map((row) => row.statistics).filter((row) => row !== null)
      expect(new Set(given).size).toBe(given.length)
      for (const row of joined) {
        const ids = new Set([row.lineup?.id, row.statistics?.id].filter((id) => id != null))
        expect(ids.size).toBeLessThan(2)
      }
    }),
  )
})
