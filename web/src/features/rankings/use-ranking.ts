import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import type { SeasonRow } from '@tribune/contract/rankings.ts'
import { matchesSearch } from '@tribune/domain/search.ts'
import { useMemo } from 'react'
import { rankings } from '../../i18n/fr-rankings.ts'
import { messageOf } from '../../lib/api-error.ts'
import { useFan } from '../../lib/session.ts'
import { toast } from '../../lib/toast.ts'
import { firstPage, myPodiumPlayersQuery, RANKINGS, rankingQuery, rowsOf } from './api.ts'

/** The ranking, or what a search finds in it, and the way to read it anew. */
export function useRanking(search: string) {
  const options = rankingQuery(search)
  // What was found before stays in sight until the next is there.
  const query = useInfiniteQuery({ ...options, placeholderData: (before) => before })
  const cache = useQueryClient()
  const rows = useMemo(() => rowsOf(query.data?.pages ?? []), [query.data])
  /** The first rows stay in sight until the new ones are there. */
  const refresh = async () => {
    cache.removeQueries({ queryKey: RANKINGS, type: 'inactive' })
    cache.setQueriesData({ queryKey: RANKINGS }, firstPage)
    cache.invalidateQueries({ queryKey: myPodiumPlayersQuery.queryKey })
    await cache.refetchQueries({ queryKey: RANKINGS })
    const { data, error } = cache.getQueryState(options.queryKey) ?? {}
    if (data !== undefined && error instanceof Error) toast(rankings.loadError(messageOf(error)), 'error')
  }
  const busy = query.isRefetching && !query.isFetchingNextPage && !query.isPlaceholderData
  return { query, rows, refresh, busy }
}

export type Ranking = ReturnType<typeof useRanking>

const NOBODY: readonly SeasonRow[] = []

/** The players of the fan's own podiums: who is marked, and their lines, those that a search leaves. */
export function useOwnPlayers(search: string) {
  const fan = useFan()
  const { data, isError } = useQuery({ ...myPodiumPlayersQuery, enabled: Boolean(fan) })
  const ids = useMemo(() => new Set(fan ? data?.player_ids : []), [fan, data])
  const all = fan ? (data?.items ?? NOBODY) : NOBODY
  const rows = useMemo(() => all.filter((row) => matchesSearch(row.player_name, search)), [all, search])
  const settled = fan === null || data !== undefined || isError
  return { ids, rows, any: all.length > 0, settled }
}

export type OwnPlayers = ReturnType<typeof useOwnPlayers>
