import { type InfiniteData, type QueryClient, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import type { RankingPage, SeasonRow } from '@tribune/contract/rankings.ts'
import { matchesSearch } from '@tribune/domain/common/search.ts'
import { rankings } from '@tribune/french/sentences/rankings.ts'
import { useMemo, useState } from 'react'
import { OWN_PLAYERS, RANKINGS } from '../../data/keys.ts'
import { isLong, PLACE_CACHED_MS, type rankingQuery } from '../../data/ranking.ts'
import { myPodiumPlayersQuery, rankingOf } from '../../data/seasons.ts'
import { useFan } from '../../data/session.ts'
import { useAskedRefresh } from '../../lib/state/use-asked-refresh.ts'

/** Reads the ranking of a season, or what a search finds in it, and the way to read it again; of the open season without an id. */
export function useRanking(search: string, season: number | undefined) {
  const options = rankingOf(season, search)
  const ofSeason = String(options.queryKey.slice(2))
  // The previous result stays in sight until the next one is there, but not below the name of another season.
  const query = useInfiniteQuery({
    ...options,
    placeholderData: (before, last) => (String(last?.queryKey.slice(2)) === ofSeason ? before : undefined),
  })
  const cache = useQueryClient()
  useState(() => cutWhenOld(cache, options.queryKey))
  const rows = useMemo(() => rowsOf(query.data?.pages ?? []), [query.data])
  /** The first rows stay in sight until the new ones are there. */
  const reload = async () => {
    cache.removeQueries({ queryKey: RANKINGS, type: 'inactive' })
    cache.setQueriesData({ queryKey: RANKINGS }, firstPage)
    cache.invalidateQueries({ queryKey: OWN_PLAYERS })
    await cache.refetchQueries({ queryKey: RANKINGS })
    const { data, error = null } = cache.getQueryState(options.queryKey) ?? {}
    return { data, error }
  }
  return { query, rows, ...useAskedRefresh(reload, rankings.loadError) }
}

export type Ranking = ReturnType<typeof useRanking>

const NOBODY: readonly SeasonRow[] = []

/** Returns the players of the fan's own podiums: who is marked, and their lines, those that a search leaves. */
export function useOwnPlayers(search: string) {
  const fan = useFan()
  const { data, isError } = useQuery({ ...myPodiumPlayersQuery(fan?.id ?? ''), enabled: Boolean(fan) })
  const ids = useMemo(() => new Set(fan ? data?.player_ids : []), [fan, data])
  const all = fan ? (data?.items ?? NOBODY) : NOBODY
  const rows = useMemo(() => all.filter((row) => matchesSearch(row.player_name, search)), [all, search])
  const settled = fan === null || data !== undefined || isError
  return { ids, rows, any: all.length > 0, settled }
}

export type OwnPlayers = ReturnType<typeof useOwnPlayers>

/** Rows of all pages once each: a ranking that moves between two pages may give a player twice. */
export function rowsOf(pages: readonly RankingPage[]): SeasonRow[] {
  return [...new Map(pages.flatMap((page) => page.items.map((row) => [row.player_id, row]))).values()]
}

/** Returns a list cut back to its first page, from which it is read again. */
function firstPage(data: InfiniteData<RankingPage> | undefined): InfiniteData<RankingPage> | undefined {
  return data && { ...data, pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) }
}

/** Cuts a long list back to its first page if the season has changed since, or if the list was not visited for a while. */
function cutWhenOld(cache: QueryClient, queryKey: ReturnType<typeof rankingQuery>['queryKey']): void {
  const state = cache.getQueryState(queryKey)
  if (state === undefined || !isLong(state.data)) return
  if (!state.isInvalidated && Date.now() - state.dataUpdatedAt < PLACE_CACHED_MS) return
  cache.setQueryData(queryKey, firstPage)
  cache.invalidateQueries({ queryKey, refetchType: 'none' })
}
