import { sql } from 'kysely'
import type { Db } from '../database/pool.ts'

/** Interval at which a server gives a sign of life of each run by hand. */
export const SEEN_EVERY_MS = 10_000
/** A run without a sign of life for this long has lost its server, as a job has (queue.ts). */
const DEAD_AFTER_S = 30
/** The code of a run whose server died, in `edge_metrics`. */
const BROKEN_OFF = 'broken_off'
/** Maximum of the column of durations: one row beyond it would keep all dead runs from being recorded. */
const MAX_INTEGER = 2_147_483_647

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
export async function seeOpenRun(db: Db, id: string): Promise<void> {
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
