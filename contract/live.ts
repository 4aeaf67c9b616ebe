import { LIVE_MATCHES_LIMIT } from '@tribune/domain/live.ts'
import { z } from 'zod'
import { endpoint, idList, instant, matchId, whole } from './endpoint.ts'
import { homeFixture } from './matches.ts'

/** A match as it is now, for whoever shows it (spec section 4). Public: ranks and points are read once `result_at` is set. */
export const liveMatch = z.object({
  match: homeFixture,
  votes_open: z.boolean(),
  votes_close_at: instant.nullable(),
  /** When the published result was ranked; `null` before its publication. A screen read earlier is old. */
  result_at: instant.nullable(),
})
export type LiveMatch = z.output<typeof liveMatch>

const nothing = z.object({})

/**
 * One server-sent event; its `id` is the server's time in milliseconds, its `data` one line of JSON. `hello` comes first: `missed` says
 * that more has happened since `after` than the server remembers, so that screens are read again, as after `resync`. `beat` only shows
 * that the stream is alive.
 */
export const liveEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('hello'), data: z.object({ now: instant, missed: z.boolean() }) }),
  z.object({ event: z.literal('match'), data: liveMatch }),
  z.object({ event: z.literal('lineup'), data: z.object({ match_id: z.number().int() }) }),
  z.object({ event: z.literal('season'), data: nothing }),
  z.object({ event: z.literal('resync'), data: nothing }),
  z.object({ event: z.literal('beat'), data: nothing }),
])
export type LiveEvent = z.output<typeof liveEvent>

/**
 * Follows the home list, matches by id, or both. `after`, or the header `last-event-id`, is the server's time up to which the listener
 * knows everything: what changed since is told first.
 */
export const followLive = endpoint({
  method: 'GET',
  path: '/api/live',
  summary: 'What changes, as it changes: server-sent events',
  access: 'public',
  stream: true,
  query: z
    .object({
      home: z.enum(['1']).optional(),
      match_ids: idList(matchId, LIVE_MATCHES_LIMIT).optional(),
      after: whole(0, Number.MAX_SAFE_INTEGER).optional(),
    })
    .refine(({ home, match_ids }) => home !== undefined || match_ids !== undefined),
  output: liveEvent,
  errors: ['invalid_request', 'busy'],
})
