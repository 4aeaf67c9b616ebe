import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Output } from '@tribune/contract/endpoint.ts'
import type { getPlayer, getPlayerFullTeamHistory } from '@tribune/contract/players.ts'
import type { listSeasonPlayerPoints } from '@tribune/contract/rankings.ts'
import { PLAYER_HISTORY_PAGE } from '@tribune/domain/refresh.ts'
import { get } from '../../lib/api.ts'

type History = Output<typeof getPlayerFullTeamHistory>
export type PlayerMatch = History['items'][number]

/** Name, photo and club. */
export function playerQuery(id: string) {
  return queryOptions({
    queryKey: ['player', id],
    queryFn: ({ signal }) => get<Output<typeof getPlayer>>(`/api/players_ref/${encodeURIComponent(id)}`, { signal }),
  })
}

/** The player's line of the season, or none when he has no points yet. */
export function playerSeasonQuery(id: string) {
  return queryOptions({
    queryKey: ['player', id, 'season'],
    queryFn: ({ signal }) =>
      get<Output<typeof listSeasonPlayerPoints>>('/api/season_player_points', { query: { player_id: id }, signal }),
  })
}

/** His teams' matches, newest first; when that fails, those of the lineups he stood in. */
export function playerHistoryQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: ['player', id, 'history'],
    queryFn: async ({ pageParam, signal }): Promise<History> => {
      const query = { p_player_id: id, p_limit: PLAYER_HISTORY_PAGE, p_offset: pageParam }
      try {
        return await get<History>('/api/rpc/get_player_full_team_history', { query, signal })
      } catch (error) {
        if (signal.aborted) throw error
        return get<History>('/api/rpc/get_player_complete_history', { query, signal })
      }
    },
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((rows, page) => rows + page.items.length, 0)
      return last.items.length > 0 && loaded < last.total ? loaded : null
    },
  })
}
