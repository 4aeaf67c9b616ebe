import { type InfiniteData, infiniteQueryOptions, type QueryKey } from '@tanstack/react-query'
import type { getSeasonRanking, RankingPage } from '@tribune/contract/rankings.ts'
import { matchesSearch } from '@tribune/domain/common/search.ts'
import { SEASON_RANKING } from '@tribune/protocol/cached-reads.ts'
import { SEARCH_MAX_RESULTS } from '@tribune/protocol/read-limits.ts'
import { get } from '../lib/http/api.ts'
import { recordBackfill } from '../lib/state/filling.ts'
import { rankingPart } from './first-reads.ts'
import { RANKINGS } from './keys.ts'

/** Longest list, in pages, that is read again when the fan comes back to it. */
const MAX_PAGES_REFETCHED = 8
/** How long a longer list stays cached while the fan visits a player, so that they find their place. */
export const PLACE_CACHED_MS = 10 * 60_000

/** The ranking, or the results of a search in it, by pages. */
export function rankingQuery(search: string) {
  const queryKey: QueryKey = [...RANKINGS, search]
  return infiniteQueryOptions({
    queryKey,
    // The route's loader has just read it.
    retryOnMount: false,
    queryFn: ({ pageParam, signal }) => readPage(search, pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: (_last, pages) => nextOffset(search, pages),
    staleTime: 60_000,
    gcTime: PLACE_CACHED_MS,
    // A long list is not read again page by page.
    refetchOnMount: (query) => !isLong(query.state.data),
    refetchOnReconnect: (query) => (isLong(query.state.data) ? false : 'always'),
  })
}

/** Returns whether a list is too long to be read again page by page. */
export function isLong(data: InfiniteData<RankingPage> | undefined): boolean {
  return (data?.pages.length ?? 0) > MAX_PAGES_REFETCHED
}

function nextOffset(search: string, pages: readonly RankingPage[]): number | null {
  const loaded = pages.reduce((rows, page) => rows + page.items.length, 0)
  const last = pages.at(-1)
  const more = search === '' && last !== undefined && last.items.length > 0 && loaded < last.total
  return more ? loaded : null
}

/** Reads a page. Computes the first one on the phone if the server fails. */
export async function readPage(search: string, offset: number, signal: AbortSignal): Promise<RankingPage> {
  try {
    const query = rankingPart(search, offset)
    return recordBackfill(await get<typeof getSeasonRanking>(SEASON_RANKING, { query, signal }))
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
