import type { SeasonTotals } from '../season/season.ts'

/** The totals that are compared, in the order in which they are shown. */
const COMPARED_TOTALS = ['total_points', 'matches_played', 'wins', 'podiums'] as const
export type ComparedTotal = (typeof COMPARED_TOTALS)[number]

type Totals = Pick<SeasonTotals, ComparedTotal>

/** One total, as stored and as added up from the matches; `null` where there is no row. */
export interface TotalPair {
  readonly name: ComparedTotal
  readonly stored: number | null
  readonly added: number | null
  readonly same: boolean
}

/**
 * `none`: no row is stored, and there are no points to store, which is tolerated (spec section 8). `missing`: no row in spite of points.
 * `left_over`: a row without points. `different`: both are there and disagree.
 */
export type TotalsVerdict = 'same' | 'none' | 'missing' | 'left_over' | 'different'

/** Compares a player's stored season row with what their matches add up to (spec section 2, `/{name}-analysis`). */
export function compareTotals(
  stored: Totals | null,
  added: Totals | null,
): { verdict: TotalsVerdict; totals: TotalPair[] } {
  const totals = COMPARED_TOTALS.map((name) => {
    const pair = { name, stored: stored?.[name] ?? null, added: added?.[name] ?? null }
    return { ...pair, same: pair.stored === pair.added }
  })
  return { verdict: verdictOf(stored, added, totals), totals }
}

function verdictOf(stored: Totals | null, added: Totals | null, totals: readonly TotalPair[]): TotalsVerdict {
  if (stored === null) return added === null ? 'none' : 'missing'
  if (added === null) return 'left_over'
  return totals.every(({ same }) => same) ? 'same' : 'different'
}
