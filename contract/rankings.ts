import { RANKING_FIRST_PAGE, SEARCH_MAX_RESULTS } from '@tribune/domain/refresh.ts'
import { z } from 'zod'
import { endpoint, filling, instant, list, page, playerId, text, whole } from './endpoint.ts'

/** One line of the season ranking (spec section 3). */
export const seasonRow = z.object({
  rank: z.number().int(),
  player_id: z.number().int(),
  player_name: z.string(),
  last_team: z.string().nullable(),
  photo_url: z.string().nullable(),
  matches_played: z.number().int(),
  total_points: z.number(),
  wins: z.number().int(),
  podiums: z.number().int(),
  trend: z.enum(['up', 'down', 'stable']),
  updated_at: instant,
})
export type SeasonRow = z.output<typeof seasonRow>

export const getSeasonRanking = endpoint({
  method: 'GET',
  path: '/api/rpc/get_season_ranking_corrected',
  summary: 'Season ranking, best first, with the number of ranked players',
  access: 'public',
  shared: true,
  query: z.object({
    p_limit: whole(1, 100).default(RANKING_FIRST_PAGE),
    p_offset: whole(0, 1_000_000).default(0),
    /** Accents and case are forgiven; at most 50 answers. */
    p_search: text(100).default(''),
  }),
  output: page(seasonRow).extend({ season: z.object({ name: z.string(), label: z.string() }), filling }),
  errors: ['invalid_request'],
})
/** The season as the settings tell it: read when the ranking, which tells its name too, cannot be. */
export const getSeason = endpoint({
  method: 'GET',
  path: '/api/season',
  summary: 'Name and dates of the season',
  access: 'public',
  output: z.object({ name: z.string(), label: z.string(), start: instant, end: instant.nullable() }),
  errors: [],
})

export const SEARCH_LIMIT = SEARCH_MAX_RESULTS

export const listSeasonPlayerPoints = endpoint({
  method: 'GET',
  path: '/api/season_player_points',
  summary: 'Stored season totals: of some players, or the first ones',
  access: 'public',
  query: z.object({
    player_id: playerId.optional(),
    limit: whole(1, 100).default(10),
  }),
  output: list(seasonRow.omit({ trend: true })),
  errors: ['invalid_request'],
})

/** Players whom the signed-in fan has had on a podium this season: highlighted on the ranking (decisions, "From ballots to points"). */
export const getMyPodiumPlayers = endpoint({
  method: 'GET',
  path: '/api/rpc/get_my_podium_players',
  summary: 'The players the caller has picked this season, with the ranking lines of the first hundred',
  access: 'fan',
  output: z.object({
    player_ids: z.array(z.number().int()),
    /** Best first; without those who have no points. */
    items: z.array(seasonRow),
  }),
  errors: ['not_authenticated'],
})
