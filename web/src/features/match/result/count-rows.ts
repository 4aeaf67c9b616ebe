import { TOP_RANKING_LIMIT } from '@tribune/domain/refresh.ts'

/** Rows that are not worth a fold of their own. */
const FEW = 3

/**
 * Cuts a match's ranking after the ranks that earn points, whoever shares the last of them included: what follows is folded away until it
 * is asked for, unless it is only a few rows.
 */
export function foldCount<Row extends { readonly rank: number }>(ranking: readonly Row[]) {
  const first = ranking.filter((row) => row.rank <= TOP_RANKING_LIMIT)
  const rest = ranking.slice(first.length)
  return rest.length <= FEW ? { first: ranking, rest: [] } : { first, rest }
}
