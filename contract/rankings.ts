import { MATCH_STATUSES } from '@tribune/domain/matches/status.ts'
import { SEASON_POINTS, SEASON_RANKING, SEASONS } from '@tribune/protocol/cached-reads.ts'
import { RANKING_FIRST_PAGE } from '@tribune/protocol/read-limits.ts'
import { z } from 'zod'
import { endpoint, filling, instant, integer, list, type Output, page, playerId, seasonId, text } from './endpoint.ts'

/** One line of the season ranking (spec section 3). */
const seasonRow = z.object({
  rank: z.number().int(),
  player_id: z.number().int(),
  player_name: z.string(),
  last_team: z.string().nullable(),
  photo_url: z.string().nullable(),
  matches_played: z.number().int(),
  total_points: z.number(),
  /** Published matches in which the player is ranked first, ties included; never victories of their club. */
  wins: z.number().int(),
  podiums: z.number().int(),
  /** `null` in a finished season, whose ranks go nowhere any more. */
  trend: z.enum(['up', 'down', 'stable']).nullable(),
  updated_at: instant,
})
export type SeasonRow = z.output<typeof seasonRow>

export const getSeasonRanking = endpoint({
  method: 'GET',
  path: SEASON_RANKING,
  summary: 'Season ranking, best first, with the number of ranked players',
  access: 'public',
  shared: true,
  query: z.object({
    p_limit: integer(1, 100).default(RANKING_FIRST_PAGE),
    p_offset: integer(0, 1_000_000).default(0),
    /** Ignores accents and case; at most 50 results. */
    p_search: text(100).default(''),
    /** The open season if absent. */
    p_season: seasonId.optional(),
  }),
  output: page(seasonRow).extend({ season: z.object({ name: z.string(), label: z.string() }), filling }),
  errors: ['season_not_found'],
})

/** One page of the season ranking. */
export type RankingPage = Output<typeof getSeasonRanking>

/** The open season. A fallback: the ranking, which has the name too, may be unreadable. */
export const getSeason = endpoint({
  method: 'GET',
  path: '/api/season',
  summary: 'Name and dates of the open season',
  access: 'public',
  cdn: true,
  output: z.object({ name: z.string(), label: z.string(), start: instant, end: instant.nullable() }),
})

export const listSeasonPlayerPoints = endpoint({
  method: 'GET',
  path: SEASON_POINTS,
  summary: 'Stored season totals of one player, or of the first players',
  access: 'public',
  cdn: true,
  query: z.object({
    player_id: playerId.optional(),
    limit: integer(1, 100).default(10),
    /** The open season if absent. */
    p_season: seasonId.optional(),
  }),
  output: list(seasonRow.omit({ trend: true })).extend({
    /** Published matches that the player has played in the season, with points or without; null without `player_id`. */
    matches_played: z.number().int().nullable(),
  }),
  errors: ['season_not_found'],
})

/** Players whom the signed-in fan has picked this season; the ranking highlights them (decisions, "From ballots to points"). */
export const getMyPodiumPlayers = endpoint({
  method: 'GET',
  path: '/api/rpc/get_my_podium_players',
  summary: 'Players whom the caller has picked this season, with the ranking rows of the first hundred',
  access: 'fan',
  output: z.object({
    player_ids: z.array(z.number().int()),
    /** Best first, without players who have no points. */
    items: z.array(seasonRow),
  }),
})

/** Maximum number of seasons in one answer, the newest first. */
export const MAX_SEASONS = 100

/** First and last day of a season, in UTC. */
export const seasonDays = { starts_on: z.iso.date(), ends_on: z.iso.date() }

/** A player ranked first in a finished season. */
const champion = z.object({
  player_id: z.number().int(),
  player_name: z.string(),
  last_team: z.string().nullable(),
  photo_url: z.string().nullable(),
  total_points: z.number(),
})

/** A season that fans may look at: the open one, or a finished one with a ranking. */
const season = z.object({
  id: z.number().int(),
  name: z.string(),
  label: z.string(),
  ...seasonDays,
  open: z.boolean(),
  /** The first of a finished season; several when they are equal, at most ten. Empty while it is open. */
  champions: z.array(champion),
})
export type Season = z.output<typeof season>

export const listSeasons = endpoint({
  method: 'GET',
  path: SEASONS,
  summary: 'The open season and those that are finished, newest first, with their champions',
  access: 'public',
  shared: true,
  output: list(season),
})

export const listPlayerSeasons = endpoint({
  method: 'GET',
  path: '/api/player_seasons',
  summary: 'The seasons in which a player has points, newest first, with their totals',
  access: 'public',
  cdn: true,
  query: z.object({ player_id: playerId, limit: integer(1, MAX_SEASONS).default(MAX_SEASONS) }),
  output: list(
    z.object({
      season_id: z.number().int(),
      name: z.string(),
      label: z.string(),
      open: z.boolean(),
      rank: z.number().int(),
      total_points: z.number(),
      matches_played: z.number().int(),
    }),
  ),
})

/** A fan's app calls it after each complete ballot, at most once a second. Each call leaves a row for the operator. */
const RANKINGS_PER_MINUTE = 60

export const rankingEngine = endpoint({
  method: 'POST',
  path: '/api/functions/ranking-engine',
  summary:
    'Ranks one match if its ballots changed. Returns ranks and points only once the vote is closed, or to the operator',
  access: 'fan',
  callsPerMinute: RANKINGS_PER_MINUTE,
  body: z.object({ match_id: z.unknown().optional() }),
  output: z.object({
    match_id: z.number().int(),
    count: z.number().int(),
    unique_voters: z.number().int(),
    /** Of the match: one that is not over may have nothing to rank. */
    status: z.enum(MATCH_STATUSES),
    source: z.enum(['votes', 'ratings_fallback']).nullable(),
    playerPoints: z.array(
      z.object({
        rank: z.number().int(),
        player_id: z.number().int(),
        player_name: z.string(),
        points: z.number(),
        source: z.enum(['votes', 'ratings_fallback']),
      }),
    ),
  }),
  errors: ['invalid_match_id', 'match_not_found'],
})
