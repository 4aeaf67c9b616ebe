import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query'
import type { Output } from '@tribune/contract/endpoint.ts'
import type { getSeasonRanking } from '@tribune/contract/rankings.ts'
import { RANKING_FIRST_PAGE, RANKING_NEXT_PAGE, SEARCH_MAX_RESULTS } from '@tribune/domain/refresh.ts'
import { matchesSearch } from '@tribune/domain/search.ts'
import { get } from '../../lib/http/api.ts'
import { RANKINGS } from '../../lib/http/query-keys.ts'
import { noteFilling } from '../../lib/live/filling.ts'

/** One page of the season ranking. */
export type RankingPage = Output<typeof getSeasonRanking>

/** A list this long is read again when the fan comes back to it. */
const PAGES_READ_AGAIN = 8
/** A longer one stays as it is while the fan looks at a player, so that they find their place; after this it begins anew. */
export const PLACE_KEPT_MS = 10 * 60_000

/** The ranking by pages: 20 first, then 5; a search is one page of 50 at most. */
export function rankingQuery(search: string) {
  return infiniteQueryOptions({
    queryKey: [...RANKINGS, search],
    // The route has just read it.
    retryOnMount: false,
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

/** Longer than is read again page by page. */
export function isLong(data: InfiniteData<RankingPage> | undefined): boolean {
  return (data?.pages.length ?? 0) > PAGES_READ_AGAIN
}

function nextOffset(search: string, pages: readonly RankingPage[]): number | null {
  const loaded = pages.reduce((rows, page) => rows + page.items.length, 0)
  const last = pages.at(-1)
  const more = search === '' && last !== undefined && last.items.length > 0 && loaded < last.total
  return more ? loaded : null
}

/** A page; the first one, when the server cannot read it, is added up here. */
export async function readPage(search: string, offset: number, signal: AbortSignal): Promise<RankingPage> {
  try {
    const query = { p_limit: pageSize(search, offset), p_offset: offset, p_search: search }
    return noteFilling(await get<typeof getSeasonRanking>('/api/rpc/get_season_ranking_corrected', { query, signal }))
  } catch (error) {
    if (signal.aborted || offset > 0) throw error
    const season = await import('./local-season.ts')
      .then(({ aggregateLocally }) => aggregateLocally(signal))
      .catch(() => {
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
