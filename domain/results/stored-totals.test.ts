import { describe, expect, it } from 'vitest'
import { compareTotals } from './stored-totals.ts'

const totals = { total_points: 350, matches_played: 4, wins: 1, podiums: 3 }

describe('a stored season row against its matches', () => {
  it.each([
    ['agrees', totals, { ...totals }, 'same', []],
    ['is tolerated where there is nothing to store', null, null, 'none', []],
    ['is missing', null, totals, 'missing', ['total_points', 'matches_played', 'wins', 'podiums']],
    ['is left over', totals, null, 'left_over', ['total_points', 'matches_played', 'wins', 'podiums']],
    ['differs by a point', totals, { ...totals, total_points: 351 }, 'different', ['total_points']],
    ['differs in what is counted', totals, { ...totals, wins: 0, podiums: 2 }, 'different', ['wins', 'podiums']],
  ] as const)('%s', (_title, stored, added, verdict, differing) => {
    const compared = compareTotals(stored, added)
    expect(compared.verdict).toBe(verdict)
    expect(compared.totals.filter(({ same }) => !same).map(({ name }) => name)).toEqual(differing)
  })
})
