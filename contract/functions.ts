import { CORRECTIONS, LAST_MINUTE } from '@tribune/domain/match-correction.ts'
import { MATCH_STATUSES } from '@tribune/domain/match-status.ts'
import { MAX_REASON } from '@tribune/domain/operator.ts'
import { z } from 'zod'
import { endpoint, instant, integer, list, matchId, text } from './endpoint.ts'
import { namedMatch, shootout } from './matches.ts'

/** Calls that follow a complete ballot: each leaves a row for the operator, and no fan completes one more often than once a second. */
const FOLLOWING_PER_MINUTE = 60

/** The result of the last completed synchronisation. `fresh`: it ended within the provider's own refresh interval. */
export const schedulerRealtime = endpoint({
  method: 'GET',
  path: '/api/functions/scheduler-realtime',
  summary:
    'Requests a refresh of matches in play; requests are coalesced. Only the operator can wait for its end (?wait=1)',
  access: 'public',
  own: true,
  query: z.object({ wait: z.enum(['0', '1']).default('0') }),
  output: z.object({
    updated: z.number().int(),
    ms: z.number().int(),
    at: instant.nullable(),
    fresh: z.boolean(),
    /** The provider's daily quota; only for the operator. */
    quota: z.object({ day_limit: z.number().int().nullable(), day_remaining: z.number().int().nullable() }).nullable(),
    /** Why the provider refuses the key or the account, only for the operator; `null` while it does not. */
    refused: z.string().nullable(),
  }),
  errors: ['feed_unavailable'],
})

const schedulerRun = z.object({ processed: z.number().int(), ms: z.number().int(), correlation_id: z.string() })

export const schedulerPostft = endpoint({
  method: 'POST',
  path: '/api/functions/scheduler-postft',
  summary: 'Reads the ratings of finished matches and publishes those that are due: all, or one',
  access: 'admin',
  body: z.object({ match_id: matchId.optional() }),
  output: schedulerRun,
  errors: ['match_not_found', 'feed_unavailable'],
})

export const schedulerNightly = endpoint({
  method: 'POST',
  path: '/api/functions/scheduler-nightly',
  summary: 'Starts the nightly run now',
  access: 'admin',
  body: z.object({}),
  output: schedulerRun,
  errors: ['feed_unavailable', 'history_filling'],
})

/** Course of a match as far as a correction replaces it. The minute moves by itself. */
const matchCourse = z.object({ status: z.enum(MATCH_STATUSES), attempt: z.number().int() })

export const correctMatch = endpoint({
  method: 'POST',
  path: '/api/functions/correct-match',
  summary:
    'Corrects the course of a match whose feed is wrong, from any state to any other, for a reason; nothing changes once its result is published',
  access: 'admin',
  body: z.object({
    match_id: matchId,
    to: z.enum(CORRECTIONS),
    /** Minute of play of a match that is live; without it the vote stays locked until the feed reports one. */
    minute: z.number().int().min(1).max(LAST_MINUTE).nullable().default(null),
    /** Whether the match is played again from its start: its ballots until now do not count. */
    replay: z.boolean().default(false),
    reason: text(MAX_REASON).trim().min(1),
    /** Whether the correction is only checked: refused as it would be, and else not made. */
    check: z.boolean().default(false),
  }),
  state: matchCourse,
  output: schedulerRun.extend({
    /** The match after the correction, or, when it is only checked, before. */
    match: matchCourse,
  }),
  errors: ['match_not_found', 'match_published', 'minute_not_played', 'nothing_to_replay', 'course_unchanged'],
})

export const seasonRanking = endpoint({
  method: 'POST',
  path: '/api/functions/season-ranking',
  summary: 'Rebuilds every row of season_player_points',
  access: 'admin',
  body: z.object({}),
  output: schedulerRun,
})

export const rankingEngine = endpoint({
  method: 'POST',
  path: '/api/functions/ranking-engine',
  summary:
    'Ranks one match if its ballots changed. Returns ranks and points only once the vote is closed, or to the operator',
  access: 'fan',
  callsPerMinute: FOLLOWING_PER_MINUTE,
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

export const awardXp = endpoint({
  method: 'POST',
  path: '/api/functions/award-xp',
  summary: 'Reports the caller’s experience points for one match, which their complete ballot has already credited',
  access: 'fan',
  body: z.object({ match_id: matchId }),
  output: z.object({ match_id: z.number().int(), awarded: z.number().int(), xp: z.number().int() }),
  errors: ['match_not_found', 'ballot_incomplete'],
})

export const uefaCountryRanking = endpoint({
  method: 'GET',
  path: '/api/functions/uefa-country-ranking',
  summary: 'Ranking of countries from which competition coefficients are proposed',
  access: 'public',
  query: z.object({ year: integer(2020, 2100).default(2026) }),
  output: z.object({
    source: z.string(),
    as_of: z.string(),
    count: z.number().int(),
    items: z.array(z.object({ rank: z.number().int(), country: z.string(), code: z.string(), points: z.number() })),
  }),
  errors: ['feed_unavailable'],
})

const footballPlayer = z.object({
  id: z.number().int(),
  name: z.string(),
  photo: z.string().nullable(),
  team: z.string(),
})

export const footballApi = endpoint({
  method: 'GET',
  path: '/api/functions/football-api',
  summary: 'Stored lineup or details of one match, with photos',
  access: 'public',
  query: z.object({ fn: z.enum(['match_lineups', 'match_details']), match_id: matchId }),
  output: z.object({
    match_id: z.number().int(),
    players: z.array(footballPlayer),
    details: z
      .object({
        status: z.string(),
        minute: z.number().int().nullable(),
        home_team: z.string(),
        away_team: z.string(),
        home_score: z.number().int().nullable(),
        away_score: z.number().int().nullable(),
        shootout: shootout.optional(),
      })
      .nullable(),
  }),
  errors: ['match_not_found'],
})

const edgeMetric = z.object({
  id: z.string(),
  function_name: z.string(),
  ok: z.boolean(),
  duration_ms: z.number().int(),
  processed: z.number().int().nullable(),
  error_code: z.string().nullable(),
  error: z.string().nullable(),
  correlation_id: z.string(),
  created_at: instant,
})

export const listEdgeMetrics = endpoint({
  method: 'GET',
  path: '/api/edge_metrics',
  summary: 'Latest runs of server functions, for the operator',
  access: 'admin',
  query: z.object({
    function_name: text(60).optional(),
    limit: integer(1, 50).default(50),
  }),
  output: list(edgeMetric),
})

export const listExcludedMatches = endpoint({
  method: 'GET',
  path: '/api/excluded_matches',
  summary: 'Matches excluded because they have no lineup, for the operator',
  access: 'admin',
  query: z.object({ limit: integer(1, 100).default(20) }),
  output: list(
    namedMatch.extend({
      reason: z.enum(['no_lineups_available']),
      excluded_at: instant,
    }),
  ),
})

export const listFeedAnomalies = endpoint({
  method: 'GET',
  path: '/api/feed_anomalies',
  summary: 'Anomalies of the football feed, newest first, one per match and kind, for the operator',
  access: 'admin',
  query: z.object({ limit: integer(1, 100).default(50) }),
  output: list(
    z.object({
      match_id: z.number().int(),
      home_team: z.string(),
      away_team: z.string(),
      status: z.string(),
      kind: z.string(),
      raw_status: z.string(),
      first_seen_at: instant,
    }),
  ),
})
