import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { RankingPage, SeasonRow } from '@tribune/contract/rankings.ts'
import { isLong, PLACE_KEPT_MS, type rankingQuery } from '../../../data/ranking.ts'

/** Rows of all pages once each: a ranking that moves between two pages may give a player twice. */
export function rowsOf(pages: readonly RankingPage[]): SeasonRow[] {
  return [...new Map(pages.flatMap((page) => page.items.map((row) => [row.player_id, row]))).values()]
}

/** Returns a list cut back to its first page, from which it is read again. */
export function firstPage(data: InfiniteData<RankingPage> | undefined): InfiniteData<RankingPage> | undefined {
  return data && { ...data, pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) }
}

/** Cuts a long list back to its first page if the season has changed since, or if the list was not visited for a while. */
export function cutWhenOld(cache: QueryClient, queryKey: ReturnType<typeof rankingQuery>['queryKey']): void {
  const state = cache.getQueryState(queryKey)
  if (state === undefined || !isLong(state.data)) return
  if (!state.isInvalidated && Date.now() - state.dataUpdatedAt < PLACE_KEPT_MS) return
  cache.setQueryData(queryKey, firstPage)
  cache.invalidateQueries({ queryKey, refetchType: 'none' })
}
