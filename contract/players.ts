import { LINEUP_HISTORY, PLAYER, TEAM_HISTORY } from '@tribune/protocol/cached-reads.ts'
import { PLAYER_HISTORY_PAGE } from '@tribune/protocol/read-limits.ts'
import { z } from 'zod'
import { endpoint, idList, instant, integer, list, page, playerId, seasonId } from './endpoint.ts'
import { shootout } from './matches.ts'

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
  cdn: true,
  query: z.object({ ids: idList(playerId, 200) }),
  output: list(playerRef),
})

export const getPlayer = endpoint({
  method: 'GET',
  path: PLAYER,
  summary: 'One player',
  access: 'public',
  cdn: true,
  params: z.object({ id: playerId }),
  output: playerRef,
  errors: ['player_not_found'],
})

/** One match of a player's season (spec section 2, player page). */
const playerMatch = z.object({
  match_id: z.number().int(),
  match_date: instant,
  home_team: z.string(),
  home_team_logo: z.string().nullable(),
  away_team: z.string(),
  away_team_logo: z.string().nullable(),
  home_score: z.number().int().nullable(),
  away_score: z.number().int().nullable(),
  shootout: shootout.optional(),
  competition_id: z.number().int(),
  competition_name: z.string(),
  player_team: z.string(),
  player_side: z.enum(['home', 'away']),
  /** Whether this is the player's first match with this team, after others with another. */
  joined: z.boolean(),
  /** 0 also for a player outside the lineup; `null` while unknown. */
  minutes_played: z.number().int().nullable(),
  points: z.number(),
  rank: z.number().int().nullable(),
  /** Whether the result is published; until then no player has points or a rank. */
  published: z.boolean(),
  /** Source of the match's ranking; `null` before publication, or when there was nothing to rank from. */
  source: z.enum(['votes', 'ratings_fallback']).nullable(),
})
export type PlayerMatch = z.output<typeof playerMatch>

const historyQuery = z.object({
  p_player_id: playerId,
  p_limit: integer(1, 100).default(PLAYER_HISTORY_PAGE),
  p_offset: integer(0, 100_000).default(0),
  /** Only matches of this season; of all if absent. */
  p_season: seasonId.optional(),
})

export const getPlayerFullTeamHistory = endpoint({
  method: 'GET',
  path: TEAM_HISTORY,
  summary:
    'Finished matches of a player’s teams since the player joined each, newest first, with points and rank if any',
  access: 'public',
  cdn: true,
  query: historyQuery,
  output: page(playerMatch),
  errors: ['player_not_found', 'season_not_found'],
})

export const getPlayerCompleteHistory = endpoint({
  method: 'GET',
  path: LINEUP_HISTORY,
  summary: 'Finished matches with the player in the lineup, newest first',
  access: 'public',
  cdn: true,
  query: historyQuery,
  output: page(playerMatch),
  errors: ['player_not_found', 'season_not_found'],
})
