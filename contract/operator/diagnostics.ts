import { CORRECTIONS, LAST_MINUTE } from '@tribune/domain/matches/correction.ts'
import { MATCH_STATUSES } from '@tribune/domain/matches/status.ts'
import { COMPARED_FIELDS } from '@tribune/domain/operator/diagnostics.ts'
import { MAX_REASON } from '@tribune/domain/operator/operator.ts'
import { z } from 'zod'
import { endpoint, instant, integer, list, matchId, text } from '../endpoint.ts'
import { namedMatch } from '../matches.ts'
import { schedulerRun } from './runs.ts'

/** Maximum length of the list of players with a wrong club. */
export const WRONG_CLUBS_LISTED = 20

const value = z.union([z.string(), z.number()]).nullable()

/** Results of the checks of one match (spec section 8). */
const matchDiagnostic = namedMatch.extend({
  status: z.enum(MATCH_STATUSES),
  published: z.boolean(),
  coefficient: z.number(),
  /** The coefficient that the points were computed with; `null` before any ranking. */
  ranked_coefficient: z.number().nullable(),
  /** Whether the published points are outdated: the match has another coefficient now, or its players have changed (`isMarked`). */
  marked: z.boolean(),
  lineup: z.object({ players: z.number().int(), complete: z.boolean(), rated: z.number().int() }),
  /** `consistent` is `null` without a ranking. */
  points: z.object({
    top: z.number().int().nullable(),
    expected: z.number().int(),
    consistent: z.boolean().nullable(),
  }),
  /** `voters` comes from the running tally, `recounted` from a recount of the ballots. `equal` compares both in every place and duel. */
  tally: z.object({ voters: z.number().int(), recounted: z.number().int(), equal: z.boolean() }),
  source: z.enum(['votes', 'ratings_fallback']).nullable(),
  voters: z.number().int(),
  excluded: z.boolean(),
  /** Our match compared with the provider's. `unknown`: the provider has no match with this id. `unread`: the request failed or timed out. */
  provider: z.object({
    state: z.enum(['equal', 'different', 'unknown', 'unread']),
    differences: z.array(z.object({ field: z.enum(COMPARED_FIELDS), ours: value, theirs: value })),
  }),
})
export type MatchDiagnostic = z.output<typeof matchDiagnostic>

export const getMatchDiagnostic = endpoint({
  method: 'GET',
  path: '/api/operator_match_diagnostic',
  summary:
    'Checks one match: lineup, points against its coefficient, tally against a recount, ours against the provider’s',
  access: 'admin',
  query: z.object({ match_id: matchId }),
  output: matchDiagnostic,
  errors: ['match_not_found'],
})

export const readLineup = endpoint({
  method: 'POST',
  path: '/api/functions/read-lineup',
  summary: 'Asks the provider for the lineup of one match now; with one, the match is no longer excluded',
  access: 'admin',
  body: z.object({ match_id: matchId }),
  output: z.object({ match_id: z.number().int(), players: z.number().int(), excluded: z.boolean() }),
  errors: ['match_not_found', 'feed_unavailable'],
})

export const getQualificationDiagnostic = endpoint({
  method: 'GET',
  path: '/api/operator_world_cup_qualification',
  summary:
    'Competitions of World Cup qualification, and players whose stored club is not their latest one outside of them',
  access: 'admin',
  output: z.object({
    competitions: z.array(
      z.object({
        id: z.number().int(),
        /** `null` if no competition with this id is stored. */
        name: z.string().nullable(),
        enabled: z.boolean(),
        matches: z.number().int(),
        finished: z.number().int(),
      }),
    ),
    /** Number of players checked, from lineups of these competitions. */
    checked: z.number().int(),
    /** Whether these lineups have more players than were checked. */
    more: z.boolean(),
    wrong: z.number().int(),
    players: z.array(
      z.object({
        player_id: z.number().int(),
        name: z.string(),
        stored: z.string().nullable(),
        expected: z.string(),
      }),
    ),
  }),
})
export type QualificationDiagnostic = z.output<typeof getQualificationDiagnostic.output>

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
