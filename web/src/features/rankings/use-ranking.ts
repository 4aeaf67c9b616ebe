import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import type { SeasonRow } from '@tribune/contract/rankings.ts'
import { matchesSearch } from '@tribune/domain/search.ts'
import { useMemo, useState } from 'react'
import { rankings } from '../../i18n/fr-rankings.ts'
import { RANKINGS } from '../../lib/http/query-keys.ts'
import { useFan } from '../../lib/http/session.ts'
import { useAskedRefresh } from '../../lib/live/use-asked-refresh.ts'
import { cutWhenOld, firstPage, myPodiumPlayersQuery, OWN_PLAYERS, rowsOf } from './api.ts'
import { rankingQuery } from './ranking-query.ts'

/** The ranking, or what a search finds in it, and the way to read it anew. */
export function useRanking(search: string) {
  const options = rankingQuery(search)
  // What was found before stays in sight until the next is there.
  const query = useInfiniteQuery({ ...options, placeholderData: (before) => before })
  const cache = useQueryClient()
  useState(() => cutWhenOld(cache, options.queryKey))
  const rows = useMemo(() => rowsOf(query.data?.pages ?? []), [query.data])
  /** The first rows stay in sight until the new ones are there. */
  const readAnew = async () => {
    cache.removeQueries({ queryKey: RANKINGS, type: 'inactive' })
    cache.setQueriesData({ queryKey: RANKINGS }, firstPage)
    cache.invalidateQueries({ queryKey: OWN_PLAYERS })
    await cache.refetchQueries({ queryKey: RANKINGS })
    const { data, error = null } = cache.getQueryState(options.queryKey) ?? {}
    return { data, error }
  }
  return { query, rows, ...useAskedRefresh(readAnew, rankings.loadError) }
}

export type Ranking = ReturnType<typeof useRanking>

const NOBODY: readonly SeasonRow[] = []

/** The players of the fan's own podiums: who is marked, and their lines, those that a search leaves. */
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
