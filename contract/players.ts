import { PLAYER_HISTORY_PAGE } from '@tribune/domain/refresh.ts'
import { z } from 'zod'
import { endpoint, idList, instant, list, page, playerId, whole } from './endpoint.ts'

export const playerRef = z.object({
  id: z.number().int(),
  name: z.string(),
  photo_url: z.string().nullable(),
  last_team: z.string().nullable(),
})

export const listPlayers = endpoint({
  method: 'GET',
  path: '/api/players_ref',
  summary: 'Names, photos and clubs of some players',
  access: 'public',
  query: z.object({ ids: idList(playerId, 200) }),
  output: list(playerRef),
  errors: ['invalid_request'],
})

export const getPlayer = endpoint({
  method: 'GET',
  path: '/api/players_ref/:id',
  summary: 'One player',
  access: 'public',
  params: z.object({ id: playerId }),
  output: playerRef,
  errors: ['invalid_request', 'player_not_found'],
})

/** One match of a player's season (spec section 2, player page). */
export const playerMatch = z.object({
  match_id: z.number().int(),
  match_date: instant,
  home_team: z.string(),
  home_team_logo: z.string().nullable(),
  away_team: z.string(),
  away_team_logo: z.string().nullable(),
  home_score: z.number().int().nullable(),
  away_score: z.number().int().nullable(),
  competition_id: z.number().int(),
  competition_name: z.string(),
  player_team: z.string(),
  player_side: z.enum(['home', 'away']),
  /** His first match with this team, after others with another one. */
  joined: z.boolean(),
  /** 0 also for a player outside the lineup; null while unknown. */
  minutes_played: z.number().int().nullable(),
  points: z.number(),
  rank: z.number().int().nullable(),
  /** The result of the match is out; before, nobody has points or a rank in it. */
  published: z.boolean(),
  /** What ranked the match; null: its result is not out, or there was nothing to rank from. */
  source: z.enum(['votes', 'ratings_fallback']).nullable(),
})
export type PlayerMatch = z.output<typeof playerMatch>

const historyQuery = z.object({
  p_player_id: playerId,
  p_limit: whole(1, 100).default(PLAYER_HISTORY_PAGE),
  p_offset: whole(0, 100_000).default(0),
})

export const getPlayerFullTeamHistory = endpoint({
  method: 'GET',
  path: '/api/rpc/get_player_full_team_history',
  summary:
    'Finished matches of a player’s teams since they joined each, newest first, with points and rank where there are any',
  access: 'public',
  query: historyQuery,
  output: page(playerMatch),
  errors: ['invalid_request', 'player_not_found'],
})

export const getPlayerCompleteHistory = endpoint({
  method: 'GET',
  path: '/api/rpc/get_player_complete_history',
  summary: 'Finished matches in whose lineup the player stands, newest first',
  access: 'public',
  query: historyQuery,
  output: page(playerMatch),
  errors: ['invalid_request', 'player_not_found'],
})
