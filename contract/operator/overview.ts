import { PACES } from '@tribune/domain/matches/pace.ts'
import { NEED_KINDS, NEED_SEVERITIES } from '@tribune/domain/operator/needs.ts'
import { z } from 'zod'
import { endpoint, instant, list } from '../endpoint.ts'
import { namedMatch } from '../matches.ts'

/** Maximum number of matches of one kind in the answer; the facts count all of them. */
export const OVERVIEW_MATCHES = 20
/** Maximum number of functions with failed runs in the answer. */
export const OVERVIEW_FUNCTIONS = 20
/** Published matches of the last three days, those with the most ballots, whose groups are compared. */
export const COMPARED_MATCHES = 20

const count = z.number().int().min(0)
const moment = instant.nullable()

const facts = z.object({
  feed: z.object({ succeeded_at: moment, refusal: z.string().nullable(), pace: z.enum(PACES) }),
  quota: z.object({ day_limit: z.number().int().nullable(), day_remaining: z.number().int().nullable() }),
  nightly: z.object({ ran_at: moment, ok: z.boolean(), succeeded_at: moment, under_way: z.boolean() }),
  runs: z.object({ failed: count, failing: z.array(z.string()) }),
  due: count,
  in_doubt: count,
  provisional: count,
  reviews: count,
  suspicious: count,
  marked: count,
  anomalies: count,
  browser_errors: count,
})

/** A match that is listed. `voters`: complete ballots that count. */
const listedMatch = namedMatch.extend({ voters: count })
const openMatch = listedMatch.extend({
  /** `null` until the final whistle. */
  closes_at: moment,
})
export type OpenMatch = z.output<typeof openMatch>
export type ListedMatch = z.output<typeof listedMatch>

export const getOperatorOverview = endpoint({
  method: 'GET',
  path: '/api/operator_overview',
  summary: 'The operator’s front page: what needs an act, most urgent first, and the facts that it follows from',
  access: 'admin',
  output: z.object({
    read_at: instant,
    needs: z.array(z.object({ kind: z.enum(NEED_KINDS), severity: z.enum(NEED_SEVERITIES) })),
    facts,
    /** Matches that accept ballots, soonest end first, and the number of all of them. */
    open: z.object({ total: count, items: z.array(openMatch) }),
    due: z.array(listedMatch),
    in_doubt: z.array(listedMatch),
    /** Matches with a provisional result, soonest end first. */
    provisional: z.array(listedMatch),
    /** Published matches with groups that stand apart. */
    suspicious: z.array(listedMatch.extend({ groups: count })),
    /** Published matches whose groups are compared, and how many of them still wait for it: each reading compares a few. */
    compared: z.object({ matches: count, waiting: count }),
    /** Functions with failed runs, most failures first. */
    failures: z.array(
      z.object({ function_name: z.string(), failed: count, failed_at: instant, error_code: z.string().nullable() }),
    ),
  }),
})
export type OperatorOverview = z.output<typeof getOperatorOverview.output>

/** Maximum number of jobs under way in one answer. */
export const OPEN_RUNS = 50

/** Jobs, runs by hand and the recalculation that have begun and not ended; `edge_metrics` has the row of each once it ends. */
export const listOpenRuns = endpoint({
  method: 'GET',
  path: '/api/open_runs',
  summary: 'Background jobs and runs by hand under way on all servers, longest first, for the operator',
  access: 'admin',
  output: list(z.object({ id: z.string(), function_name: z.string(), started_at: instant })),
})
