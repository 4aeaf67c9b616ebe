import { z } from 'zod'
import { endpoint, instant, integer, list, matchId, text } from '../endpoint.ts'

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

/** The result of a run of the server. */
export const schedulerRun = z.object({ processed: z.number().int(), ms: z.number().int(), correlation_id: z.string() })

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

export const seasonRanking = endpoint({
  method: 'POST',
  path: '/api/functions/season-ranking',
  summary: 'Rebuilds every row of season_player_points',
  access: 'admin',
  body: z.object({}),
  output: schedulerRun,
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
