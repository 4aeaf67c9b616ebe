import { type InfiniteData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { getMyPodiumPlayers, SeasonRow } from '@tribune/contract/rankings.ts'
import { get } from '../../lib/http/api.ts'
import { LEADERS } from '../../lib/http/query-keys.ts'
import { isLong, PLACE_KEPT_MS, type RankingPage, type rankingQuery, readPage } from './ranking-query.ts'

/** Who leads, where there is no list beside. */
export const leadersQuery = queryOptions({
  queryKey: LEADERS,
  queryFn: ({ signal }) => readPage('', 0, signal),
  staleTime: 60_000,
})

export const OWN_PLAYERS = ['my-podium-players'] as const

/** Players whom the fan has had on a podium this season. */
export function myPodiumPlayersQuery(fanId: string) {
  return queryOptions({
    queryKey: [...OWN_PLAYERS, fanId],
    queryFn: ({ signal }) => get<typeof getMyPodiumPlayers>('/api/rpc/get_my_podium_players', { signal }),
  })
}

/** Rows of all pages once each: a ranking that moves between two pages may give a player twice. */
export function rowsOf(pages: readonly RankingPage[]): SeasonRow[] {
  return [...new Map(pages.flatMap((page) => page.items.map((row) => [row.player_id, row]))).values()]
}

/** A list cut back to its first page, from which it is read anew. */
export function firstPage(data: InfiniteData<RankingPage> | undefined): InfiniteData<RankingPage> | undefined {
  return data && { ...data, pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) }
}

/** Begins a long list anew when the season has moved since, or nobody came back to it for a while. */
export function cutWhenOld(cache: QueryClient, queryKey: ReturnType<typeof rankingQuery>['queryKey']): void {
  const state = cache.getQueryState(queryKey)
  if (state === undefined || !isLong(state.data)) return
  if (!state.isInvalidated && Date.now() - state.dataUpdatedAt < PLACE_KEPT_MS) return
  cache.setQueryData(queryKey, firstPage)
  cache.invalidateQueries({ queryKey, refetchType: 'none' })
}
