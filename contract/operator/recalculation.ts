import { z } from 'zod'
import { endpoint, instant } from '../endpoint.ts'
import { ERRORS, type ErrorCode } from '../errors.ts'

/** Matches that a recalculation ranks again: all finished ones, or the marked ones, such as those published with another coefficient than now (`isMarked`). */
export const RECALCULATION_SCOPES = ['all', 'marked'] as const

/** Maximum number of failures in an answer. */
export const LISTED_FAILURES = 50

const codes = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]

/** The recalculation under way, or else the last one. */
const recalculation = z.object({
  id: z.string(),
  scope: z.enum(RECALCULATION_SCOPES),
  /** `stopping`: the recalculation stops after the batch under way. */
  state: z.enum(['running', 'stopping', 'stopped', 'done']),
  total: z.number().int(),
  done: z.number().int(),
  failed: z.number().int(),
  started_at: instant,
  ended_at: instant.nullable(),
  elapsed_ms: z.number().int(),
  /** Estimated time left; `null` once the recalculation has ended. */
  remaining_ms: z.number().int().nullable(),
  /** Failures, newest match first, at most `LISTED_FAILURES`. `detail` is the error's message, or the refusal's sentence. */
  failures: z.array(z.object({ match_id: z.number().int(), code: z.enum(codes), detail: z.string() })),
})
export type Recalculation = z.output<typeof recalculation>

export const getRecalculation = endpoint({
  method: 'GET',
  path: '/api/operator_recalculation',
  summary: 'Matches to recalculate, and the recalculation under way or the last one',
  access: 'admin',
  output: z.object({
    /** Number of marked matches, such as those whose coefficient has changed since their publication. */
    marked: z.number().int(),
    /** Number of all finished matches. */
    finished: z.number().int(),
    run: recalculation.nullable(),
  }),
})

export const startRecalculation = endpoint({
  method: 'POST',
  path: '/api/functions/recalculate-matches',
  summary:
    'Starts a recalculation on the server, or goes on with the one that was stopped; joins the one that is under way',
  access: 'admin',
  body: z.object({
    scope: z.enum(RECALCULATION_SCOPES),
    /** Id of the last recalculation, which was stopped. The new one takes only the matches that still wait there, in the same order. */
    rest_of: z.uuid().optional(),
  }),
  output: z.object({ joined: z.boolean(), run: recalculation }),
  errors: ['no_finished_match', 'no_marked_match', 'no_recalculation'],
})

export const stopRecalculation = endpoint({
  method: 'POST',
  path: '/api/functions/stop-recalculation',
  summary: 'Stops the recalculation after the batch that is under way',
  access: 'admin',
  body: z.object({}),
  state: z.object({ id: z.string() }),
  output: z.object({ run: recalculation }),
  errors: ['no_recalculation'],
})
