import { infiniteQueryOptions, type QueryKey, queryOptions } from '@tanstack/react-query'
import type { getMyPodiumPlayers, getSeasonRanking, listSeasons } from '@tribune/contract/rankings.ts'
import { SEASON_RANKING, SEASONS } from '@tribune/protocol/cached-reads.ts'
import { get } from '../lib/http/api.ts'
import { rankingPart } from './first-reads.ts'
import { LEADERS, OWN_PLAYERS } from './keys.ts'
import { rankingQuery, readPage } from './ranking.ts'

/** Seasons move once a year, a champion with a late result. */
const STALE_MS = 10 * 60_000

/** The open season and the finished ones, newest first. */
export const seasonsQuery = queryOptions({
  queryKey: ['seasons'],
  queryFn: async ({ signal }) => (await get<typeof listSeasons>(SEASONS, { signal })).items,
  staleTime: STALE_MS,
})

/** The leaders, for screens without the ranking itself. */
export const leadersQuery = queryOptions({
  queryKey: LEADERS,
  queryFn: ({ signal }) => readPage('', 0, signal),
  staleTime: 60_000,
})

/** The ranking of a season, or what a search finds in it; of the open one without an id. */
export function rankingOf(season: number | undefined, search: string): ReturnType<typeof rankingQuery> {
  const current = rankingQuery(search)
  if (season === undefined) return current
  // The key starts with the open season's, so that the same news invalidates both.
  const queryKey: QueryKey = [...current.queryKey, season]
  return infiniteQueryOptions({
    ...current,
    queryKey,
    // Nothing is added up here when the server cannot read it: only it has the season's dates.
    queryFn: ({ pageParam, signal }) => {
      const query = { ...rankingPart(search, pageParam), p_season: season }
      return get<typeof getSeasonRanking>(SEASON_RANKING, { query, signal })
    },
  })
}

/** Players whom the fan has had on a podium this season. */
export function myPodiumPlayersQuery(fanId: string) {
  return queryOptions({
    queryKey: [...OWN_PLAYERS, fanId],
    queryFn: ({ signal }) => get<typeof getMyPodiumPlayers>('/api/rpc/get_my_podium_players', { signal }),
  })
}
