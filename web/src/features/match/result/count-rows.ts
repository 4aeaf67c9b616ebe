import { TOP_RANKING_LIMIT } from '@tribune/protocol/read-limits.ts'

/** Number of rows up to which they are not folded. */
const FEW = 3

/**
 * Divides a match's ranking after the ranks that earn points, including all who share the last of them. The rest is folded, unless it is only a few
 * rows.
 */
export function foldCount<Row extends { readonly rank: number }>(ranking: readonly Row[]) {
  const first = ranking.filter((row) => row.rank <= TOP_RANKING_LIMIT)
  const rest = ranking.slice(first.length)
  return rest.length <= FEW ? { first: ranking, rest: [] } : { first, rest }
}
