import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Output } from '@tribune/contract/endpoint.ts'
import type { getPlayer, getPlayerCompleteHistory, getPlayerFullTeamHistory } from '@tribune/contract/players.ts'
import type { listPlayerSeasons, listSeasonPlayerPoints } from '@tribune/contract/rankings.ts'
import type { listVotes } from '@tribune/contract/votes.ts'
import type { Position } from '@tribune/domain/ballots/podium.ts'
import { LINEUP_HISTORY, PLAYER, SEASON_POINTS, TEAM_HISTORY } from '@tribune/protocol/cached-reads.ts'
import { PLAYER_HISTORY_PAGE, VOTES_PER_READ } from '@tribune/protocol/read-limits.ts'
import { get } from '../lib/http/api.ts'
import { PLAYERS } from './keys.ts'

export type PlayerRef = Output<typeof getPlayer>
export type PlayerSeason = Output<typeof listSeasonPlayerPoints>['items'][number]
type TeamHistory = Output<typeof getPlayerFullTeamHistory>

/** A player's name, photo and club. */
export function playerQuery(id: number) {
  return queryOptions({
    queryKey: [...PLAYERS, id],
    queryFn: ({ signal }) => get<typeof getPlayer>(PLAYER, { params: { id }, signal }),
  })
}

/** The end of a key for a season by its id; nothing for the open one. */
const keyOf = (season: number | undefined) => (season === undefined ? [] : [season])

/** The figures of a player in a season, the open one without an id. `items` is empty if they have no points in it. */
export function playerSeasonQuery(id: number, season?: number) {
  return queryOptions({
    queryKey: [...PLAYERS, id, 'season', ...keyOf(season)],
    queryFn: ({ signal }) =>
      get<typeof listSeasonPlayerPoints>(SEASON_POINTS, { query: { player_id: id, p_season: season }, signal }),
  })
}

/** The seasons in which a player has points, newest first. */
export function playerSeasonsQuery(id: number) {
  return queryOptions({
    queryKey: [...PLAYERS, id, 'seasons'],
    queryFn: async ({ signal }) =>
      (await get<typeof listPlayerSeasons>('/api/player_seasons', { query: { player_id: id }, signal })).items,
    // They move once a year.
    staleTime: 10 * 60_000,
  })
}

/** Matches of a player's teams, newest first, or if that fails those of the lineups with them; of one season or, without its id, of all. */
export function playerHistoryQuery(id: number, season?: number) {
  return infiniteQueryOptions({
    queryKey: [...PLAYERS, id, 'history', ...keyOf(season)],
    queryFn: async ({ pageParam, signal }): Promise<TeamHistory> => {
      const query = { p_player_id: id, p_limit: PLAYER_HISTORY_PAGE, p_offset: pageParam, p_season: season }
      try {
        return await get<typeof getPlayerFullTeamHistory>(TEAM_HISTORY, { query, signal })
      } catch (error) {
        if (signal.aborted) throw error
        return get<typeof getPlayerCompleteHistory>(LINEUP_HISTORY, { query, signal })
      }
    },
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((rows, page) => rows + page.items.length, 0)
      return last.items.length > 0 && loaded < last.total ? loaded : null
    },
  })
}

/** Positions in which the signed-in fan picked this player, by match id. */
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
