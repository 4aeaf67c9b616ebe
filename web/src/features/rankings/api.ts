import { type InfiniteData, infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Output } from '@tribune/contract/endpoint.ts'
import type { getMyPodiumPlayers, getSeasonRanking, SeasonRow } from '@tribune/contract/rankings.ts'
import { RANKING_FIRST_PAGE, RANKING_NEXT_PAGE, SEARCH_MAX_RESULTS } from '@tribune/domain/refresh.ts'
import { matchesSearch } from '@tribune/domain/search.ts'
import { get } from '../../lib/api.ts'
import { aggregateLocally } from './local-season.ts'

/** One page of the season ranking. */
export type RankingPage = Output<typeof getSeasonRanking>

/** A list this long is read again when the fan comes back to it. */
const PAGES_READ_AGAIN = 8
/** A longer one stays as it is while the fan looks at a player, so that he finds his place; after this it begins anew. */
const PLACE_KEPT_MS = 10 * 60_000

/** What all readings of the ranking begin with in the cache. */
export const RANKINGS = ['ranking'] as const

/** The ranking by pages: 20 first, then 5; a search is one page of 50 at most. */
export function rankingQuery(search: string) {
  return infiniteQueryOptions({
    queryKey: [...RANKINGS, search],
    queryFn: ({ pageParam, signal }) => readPage(search, pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: (_last, pages) => nextOffset(search, pages),
    // A long list is not read again page by page.
    staleTime: 60_000,
    gcTime: PLACE_KEPT_MS,
    refetchOnMount: (query) => !isLong(query.state.data),
    refetchOnReconnect: false,
  })
}

/** Who leads, where there is no list beside. */
export const leadersQuery = queryOptions({
  queryKey: ['leaders'],
  queryFn: ({ signal }) => readPage('', 0, signal),
  staleTime: 60_000,
})

/** What all readings of a fan's own players begin with in the cache. */
export const MY_PLAYERS = ['my-podium-players'] as const

/** Players whom the fan has had on a podium this season. */
export function myPodiumPlayersQuery(fanId: string) {
  return queryOptions({
    queryKey: [...MY_PLAYERS, fanId],
    queryFn: ({ signal }) => get<Output<typeof getMyPodiumPlayers>>('/api/rpc/get_my_podium_players', { signal }),
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

function isLong(data: InfiniteData<RankingPage> | undefined): boolean {
  return (data?.pages.length ?? 0) > PAGES_READ_AGAIN
}

function nextOffset(search: string, pages: readonly RankingPage[]): number | null {
  const loaded = pages.reduce((rows, page) => rows + page.items.length, 0)
  const last = pages.at(-1)
  const more = search === '' && last !== undefined && last.items.length > 0 && loaded < last.total
  return more ? loaded : null
}

async function readPage(search: string, offset: number, signal: AbortSignal): Promise<RankingPage> {
  try {
    return await get<RankingPage>('/api/rpc/get_season_ranking_corrected', {
      query: { p_limit: pageSize(search, offset), p_offset: offset, p_search: search },
      signal,
    })
  } catch (error) {
    if (signal.aborted || offset > 0) throw error
    const season = await aggregateLocally(signal).catch(() => {
      throw error
    })
    return search === '' ? season : foundIn(season, search)
  }
}

function foundIn(season: RankingPage, search: string): RankingPage {
  const found = season.items.filter((row) => matchesSearch(row.player_name, search))
  return { ...season, items: found.slice(0, SEARCH_MAX_RESULTS), total: found.length }
}

function pageSize(search: string, offset: number): number {
  if (search !== '') return SEARCH_MAX_RESULTS
  return offset === 0 ? RANKING_FIRST_PAGE : RANKING_NEXT_PAGE
}
