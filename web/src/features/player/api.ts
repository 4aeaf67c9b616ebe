import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Output } from '@tribune/contract/endpoint.ts'
import type { getPlayer, getPlayerCompleteHistory, getPlayerFullTeamHistory } from '@tribune/contract/players.ts'
import type { listSeasonPlayerPoints } from '@tribune/contract/rankings.ts'
import type { listVotes } from '@tribune/contract/votes.ts'
import type { Position } from '@tribune/domain/podium.ts'
import { PLAYER_HISTORY_PAGE, VOTES_PER_READ } from '@tribune/domain/refresh.ts'
import { get } from '../../lib/http/api.ts'
import { PLAYERS } from '../../lib/http/query-keys.ts'

export type PlayerRef = Output<typeof getPlayer>
export type PlayerSeason = Output<typeof listSeasonPlayerPoints>['items'][number]
type History = Output<typeof getPlayerFullTeamHistory>

/** Numbers only, negative ones too (players whom the provider does not number); anything else is no player. */
export function playerIdOf(text: string): number | null {
  const id = /^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(id) ? id : null
}

/** Name, photo and club. */
export function playerQuery(id: number) {
  return queryOptions({
    queryKey: [...PLAYERS, id],
    queryFn: ({ signal }) => get<typeof getPlayer>('/api/players_ref/:id', { params: { id }, signal }),
  })
}

/** The player's line of the season, or none when they have no points yet. */
export function playerSeasonQuery(id: number) {
  return queryOptions({
    queryKey: [...PLAYERS, id, 'season'],
    queryFn: ({ signal }) =>
      get<typeof listSeasonPlayerPoints>('/api/season_player_points', { query: { player_id: id }, signal }),
  })
}

/** Their teams' matches, newest first; when that fails, those of the lineups they stood in. */
export function playerHistoryQuery(id: number) {
  return infiniteQueryOptions({
    queryKey: [...PLAYERS, id, 'history'],
    queryFn: async ({ pageParam, signal }): Promise<History> => {
      const query = { p_player_id: id, p_limit: PLAYER_HISTORY_PAGE, p_offset: pageParam }
      try {
        return await get<typeof getPlayerFullTeamHistory>('/api/rpc/get_player_full_team_history', { query, signal })
      } catch (error) {
        if (signal.aborted) throw error
        return get<typeof getPlayerCompleteHistory>('/api/rpc/get_player_complete_history', { query, signal })
      }
    },
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((rows, page) => rows + page.items.length, 0)
      return last.items.length > 0 && loaded < last.total ? loaded : null
    },
  })
}

/** Where the signed-in fan placed this player: match id to place. */
export function myPicksQuery(playerId: number, fanId: string, matchIds: readonly number[]) {
  const asked = matchIds.slice(0, VOTES_PER_READ)
  return queryOptions({
    queryKey: [...PLAYERS, playerId, 'picks', fanId, asked],
    queryFn: async ({ signal }): Promise<ReadonlyMap<number, Position>> => {
      const query = { match_ids: asked.join(','), limit: VOTES_PER_READ }
      const { items } = await get<typeof listVotes>('/api/votes', { query, signal })
      return new Map(
        items.flatMap(({ match_id, top3 }) => {
          const pick = top3.find(({ player_id }) => player_id === playerId)
          return pick === undefined ? [] : [[match_id, pick.position as Position] as const]
        }),
      )
    },
    placeholderData: (before) => before,
    staleTime: 60_000,
  })
}
