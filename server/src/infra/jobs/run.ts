import { randomUUID } from 'node:crypto'
import { statusOf } from '@tribune/contract/errors.ts'
import { cleanText } from '@tribune/domain/common/clean-text.ts'
import { FeedError, MinuteSpent } from '@tribune/football/feed.ts'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { Refusal } from '../../kernel/refusal.ts'
import type { Database, Db } from '../database/pool.ts'

export type FunctionName =
  | 'scheduler-realtime'
  | 'scheduler-postft'
  | 'scheduler-nightly'
  | 'correct-match'
  | 'publish-due'
  | 'ranking-engine'
  | 'season-ranking'
  | 'delete-user-account'
  | 'recalculation'
  | 'read-lineup'
  | 'digest'
  | 'record-check'

/** Origin of a run: a schedule, a job or a fan's call; or the operator, who sees it as an open run until it ends (docs/decisions/058). */
export type StartedBy = 'itself' | 'hand'

/** The outcome of a run's body: its result, and the number of items processed. */
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

const MAX_ERROR_LENGTH = 500
/** Interval at which a server gives a sign of life of each run by hand. */
export const SEEN_EVERY_MS = 10_000
/** A run without a sign of life for this long has lost its server, as a job has (queue.ts). */
const DEAD_AFTER_S = 30
/** The code of a run whose server died, in `edge_metrics`. */
const BROKEN_OFF = 'broken_off'
/** Maximum of the column of durations: one row beyond it would keep all dead runs from being recorded. */
const MAX_INTEGER = 2_147_483_647

/**
 * Runs a server function, measures it, and records it in `edge_metrics`, with the error if it fails. One that is started by hand is an open run
 * until then.
 */
export async function runFunction<T>(
  app: RunParts,
  name: FunctionName,
  body: (log: FastifyBaseLogger) => Promise<Done<T>>,
  startedBy: StartedBy = 'itself',
): Promise<Run<T>> {
  const correlationId = randomUUID()
  const log = app.log.child({ function: name, correlation_id: correlationId })
  const start = performance.now()
  const elapsed = () => Math.round(performance.now() - start)
  const isByHand = startedBy === 'hand'
  const stopSigns = isByHand ? await keepOpen(app.db, correlationId, name, log) : () => {}
  // An end that cannot be stored leaves the run open, and so it is recorded as broken off.
  const close = async (store: (db: Db) => Promise<unknown>): Promise<void> => {
    stopSigns()
    const stored = isByHand
      ? app.db.transaction().execute(async (tx) => {
          await deleteOpenRun(tx, correlationId)
          await store(tx)
        })
      : store(app.db)
    await stored.catch((error: unknown) => log.error({ err: error }, 'run not recorded'))
  }
  const record = (row: { ok: boolean; processed: number | null; error_code: string | null; error: string | null }) =>
    close((db) =>
      db
        .insertInto('edge_metrics')
        .values({ ...row, function_name: name, duration_ms: elapsed(), correlation_id: correlationId })
        .execute(),
    )
  try {
    const done = await body(log)
    await record({ ok: true, processed: done.processed, error_code: null, error: null })
    return { ...done, ms: elapsed(), correlationId }
  } catch (error) {
    // A refusal is not a failed run: recording many of them would hide the real failures (docs/decisions/015).
    if (error instanceof Refusal && statusOf(error.code) < 500) {
      await close(async () => {})
      throw error
    }
    if (error instanceof MinuteSpent) log.info({ err: error }, 'run ended early: the next one goes on')
    else log.warn({ err: error }, 'run failed')
    await record({ ok: false, processed: null, error_code: codeOf(error), error: textOf(error) })
    throw error instanceof FeedError ? new Refusal('feed_unavailable', { cause: error }) : error
  }
}

/** Stores that a run is open, and gives signs of life until the returned function ends them. Nothing of that fails the run itself. */
async function keepOpen(db: Database, id: string, name: FunctionName, log: FastifyBaseLogger): Promise<() => void> {
  const attempt = (step: Promise<void>) =>
    step.catch((error: unknown) => log.warn({ err: error }, 'open run not recorded'))
  await attempt(insertOpenRun(db, id, name))
  const signs = setInterval(() => attempt(seeOpenRun(db, id)), SEEN_EVERY_MS)
  return () => clearInterval(signs)
}

/** Presents a run to its caller. */
export function presentRun({ processed, ms, correlationId }: Run<unknown>) {
  return { processed, ms, correlation_id: correlationId }
}

function codeOf(error: unknown): string {
  if (error instanceof Refusal) return error.code
  return error instanceof FeedError ? error.kind : 'internal'
}

function textOf(error: unknown): string {
  return cleanText(error instanceof Error ? error.message : String(error), MAX_ERROR_LENGTH)
}

/** A run that has begun and not ended. */
export interface OpenRun {
  readonly id: string
  readonly name: string
  readonly startedAt: Date
}

/** Stores that a run has begun. All times are the database's, as for jobs. */
export async function insertOpenRun(db: Db, id: string, name: string): Promise<void> {
  await db.insertInto('open_runs').values({ id, function_name: name }).execute()
}

/** Stores a sign of life of a run. */
async function seeOpenRun(db: Db, id: string): Promise<void> {
  await sql`UPDATE open_runs SET seen_at = now() WHERE id = ${id}`.execute(db)
}

/** Deletes a run that has ended, and what a server that took it for dead has recorded of it. */
export async function deleteOpenRun(db: Db, id: string): Promise<void> {
  const { numDeletedRows } = await db.deleteFrom('open_runs').where('id', '=', id).executeTakeFirst()
  if (numDeletedRows > 0n) return
  await db.deleteFrom('edge_metrics').where('correlation_id', '=', id).where('error_code', '=', BROKEN_OFF).execute()
}

/** Selects the runs by hand that any server is at, longest first. */
export async function openRuns(db: Db, limit: number): Promise<OpenRun[]> {
  const { rows } = await sql<OpenRun>`
    SELECT id, function_name AS name, started_at AS "startedAt" FROM open_runs
    WHERE seen_at >= now() - make_interval(secs => ${DEAD_AFTER_S}) ORDER BY started_at, id LIMIT ${limit}`.execute(db)
  return rows
}

/** Records the runs whose server died as broken off, each once whichever servers do this. Their duration is the time until the last sign of life. */
export async function breakOffDeadRuns(db: Db): Promise<void> {
  await sql`
    WITH dead AS (
      DELETE FROM open_runs WHERE id IN (
        SELECT id FROM open_runs WHERE seen_at < now() - make_interval(secs => ${DEAD_AFTER_S}) FOR UPDATE SKIP LOCKED)
      RETURNING *
    )
    INSERT INTO edge_metrics (function_name, ok, duration_ms, error_code, error, correlation_id)
    SELECT function_name, false, least(extract(epoch FROM seen_at - started_at) * 1000, ${MAX_INTEGER})::integer, ${BROKEN_OFF},
      'The server ended before the run did', id
    FROM dead`.execute(db)
}
