import { randomUUID } from 'node:crypto'
import { statusOf } from '@tribune/contract/errors.ts'
import { FeedError } from '@tribune/football/feed.ts'
import type { FastifyBaseLogger } from 'fastify'
import { Refusal } from '../../kernel/refusal.ts'
import type { Database } from '../database/pool.ts'

export type FunctionName =
  | 'scheduler-realtime'
  | 'scheduler-postft'
  | 'scheduler-nightly'
  | 'correct-match'
  | 'publish-due'
  | 'ranking-engine'
  | 'award-xp'
  | 'season-ranking'
  | 'delete-user-account'

/** What a run tells: its result, and how many things it worked on. */
export interface Done<T> {
  readonly result: T
  readonly processed: number
}

export interface Run<T> extends Done<T> {
  readonly ms: number
  readonly correlationId: string
}

interface RunParts {
  readonly log: FastifyBaseLogger
  readonly db: Database
}

const LONGEST_ERROR = 500

/** Times one run of a server function and leaves one row in `edge_metrics`, with the error when it failed. */
export async function runFunction<T>(
  app: RunParts,
  name: FunctionName,
  body: (log: FastifyBaseLogger) => Promise<Done<T>>,
): Promise<Run<T>> {
  const correlationId = randomUUID()
  const log = app.log.child({ function: name, correlation_id: correlationId })
  const start = performance.now()
  const elapsed = () => Math.round(performance.now() - start)
  const record = (row: { ok: boolean; processed: number | null; error_code: string | null; error: string | null }) =>
    app.db
      .insertInto('edge_metrics')
      .values({ ...row, function_name: name, duration_ms: elapsed(), correlation_id: correlationId })
      .execute()
      .catch((error: unknown) => log.error({ err: error }, 'run not recorded'))
  try {
    const done = await body(log)
    await record({ ok: true, processed: done.processed, error_code: null, error: null })
    return { ...done, ms: elapsed(), correlationId }
  } catch (error) {
    // Who asked for what there is not is told so: no run of ours failed, and a crowd of them would hide those that did.
    if (error instanceof Refusal && statusOf(error.code) < 500) throw error
    log.warn({ err: error }, 'run failed')
    await record({ ok: false, processed: null, error_code: codeOf(error), error: textOf(error) })
    throw error instanceof FeedError ? new Refusal('feed_unavailable') : error
  }
}

/** A run as its caller is told of it. */
export function presentRun({ processed, ms, correlationId }: Run<unknown>) {
  return { processed, ms, correlation_id: correlationId }
}

function codeOf(error: unknown): string {
  if (error instanceof Refusal) return error.code
  return error instanceof FeedError ? error.kind : 'internal'
}

function textOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, LONGEST_ERROR)
}
