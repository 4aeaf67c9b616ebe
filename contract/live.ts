import { LIVE_MATCHES_LIMIT } from '@tribune/protocol/live.ts'
import { z } from 'zod'
import { endpoint, idList, instant, integer, matchId } from './endpoint.ts'
import { homeFixture, replayedAttempt } from './matches.ts'

/** The current state of a match (spec section 4). Public, so without ranks and points: screens read those once `result_at` is set. */
const liveMatch = z.object({
  match: homeFixture,
  votes_open: z.boolean(),
  votes_close_at: instant.nullable(),
  attempt: replayedAttempt,
  /** When the published result was ranked; `null` before publication. A screen read earlier than that is stale. */
  result_at: instant.nullable(),
})
export type LiveMatch = z.output<typeof liveMatch>

const empty = z.object({})

/**
 * One server-sent event. Its `id` is the server's time in milliseconds, its `data` one line of JSON. `hello` comes first; `missed` means that
 * the server no longer remembers everything since `after`, so screens must read again, as after `resync`. `beat` is a heartbeat.
 */
export const liveEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('hello'), data: z.object({ now: instant, missed: z.boolean() }) }),
  z.object({ event: z.literal('match'), data: liveMatch }),
  z.object({ event: z.literal('lineup'), data: z.object({ match_id: z.number().int() }) }),
  z.object({ event: z.literal('season'), data: empty }),
  z.object({ event: z.literal('resync'), data: empty }),
  z.object({ event: z.literal('beat'), data: empty }),
])
export type LiveEvent = z.output<typeof liveEvent>

/**
 * Follows the home list, matches by id, or both. `after`, or the header `last-event-id`, is the server's time up to which the listener is
 * up to date: later events are replayed first.
 */
export const followLive = endpoint({
  method: 'GET',
  path: '/api/live',
  summary: 'Changes as they happen, as server-sent events',
  access: 'public',
  cdn: false,
  stream: true,
  query: z
    .object({
      home: z.enum(['1']).optional(),
      match_ids: idList(matchId, LIVE_MATCHES_LIMIT).optional(),
      after: integer(0, Number.MAX_SAFE_INTEGER).optional(),
    })
    .refine(({ home, match_ids }) => home !== undefined || match_ids !== undefined),
  output: liveEvent,
})
