import { DEMO_MATCH_ID } from '@tribune/domain/matches/demo-match.ts'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../infra/database/pool.ts'
import { inParts, ROWS_AT_ONCE } from '../../../infra/database/sql.ts'
import type { Recalculations } from '../../../infra/database/types.generated.ts'

export type RunRow = Selectable<Recalculations>

/** The domain's `isMarked` in SQL. No recalculation includes the demo match, because it counts nowhere. */
const MARKED = sql<boolean>`published_at IS NOT NULL AND (ranked_coefficient <> coefficient OR players_changed) AND id <> ${sql.lit(DEMO_MATCH_ID)}`
const FINISHED = sql<boolean>`status = 'finished' AND id <> ${sql.lit(DEMO_MATCH_ID)}`
const UNDER_WAY = ['running', 'stopping'] as const

interface NewRun {
  readonly scope: RunRow['scope']
  /** Id of a stopped run, whose waiting matches the new run takes instead of all matches of the scope. */
  readonly restOf: string | undefined
  readonly operatorId: string
  readonly at: Date
}

/** Starts a run and fixes its list of matches, newest first, in one statement. Returns `undefined` while another run is under way. */
export async function insertRun(db: Db, { scope, restOf, operatorId, at }: NewRun): Promise<RunRow | undefined> {
  const ofScope = sql`SELECT id, row_number() OVER (ORDER BY match_date DESC, id DESC) AS position
    FROM matches WHERE ${scope === 'all' ? FINISHED : MARKED}`
  const ofRun = sql`SELECT match_id AS id, row_number() OVER (ORDER BY position) AS position
    FROM recalculation_matches WHERE recalculation_id = ${restOf}::uuid AND state = 'waiting'`
  const { rows } = await sql<RunRow>`
    WITH chosen AS MATERIALIZED (${restOf === undefined ? ofScope : ofRun}), run AS (
      INSERT INTO recalculations (scope, total, operator_id, started_at)
      SELECT ${scope}, count(*), ${operatorId}::uuid, ${at}::timestamptz FROM chosen
      ON CONFLICT DO NOTHING RETURNING *
    ), fixed AS (
      INSERT INTO recalculation_matches (recalculation_id, position, match_id)
      SELECT run.id, chosen.position, chosen.id FROM run CROSS JOIN chosen
    )
    SELECT * FROM run`.execute(db)
  return rows[0]
}

/** Selects the newest run, under way or ended. */
export function latestRun(db: Db): Promise<RunRow | undefined> {
  const newest = db.selectFrom('recalculations').selectAll().orderBy('id', 'desc').limit(1)
  return newest.executeTakeFirst()
}

export function runUnderWay(db: Db): Promise<RunRow | undefined> {
  const run = db.selectFrom('recalculations').selectAll().where('state', 'in', UNDER_WAY)
  return run.executeTakeFirst()
}

/** Asks the run under way to stop. Returns it, or `undefined` if none was running. */
export function askToStop(db: Db): Promise<RunRow | undefined> {
  const asked = db.updateTable('recalculations').set({ state: 'stopping' }).where('state', '=', 'running')
  return asked.returningAll().executeTakeFirst()
}

export async function endRun(db: Db, id: string, state: 'stopped' | 'done', at: Date): Promise<void> {
  const run = db.updateTable('recalculations').set({ state, ended_at: at }).where('id', '=', id)
  await run.where('state', 'in', UNDER_WAY).execute()
}

export async function countSettled(db: Db, id: string): Promise<{ done: number; failed: number }> {
  const { rows } = await sql<{ done: number; failed: number }>`
    SELECT count(*) FILTER (WHERE state = 'done')::integer AS done, count(*) FILTER (WHERE state = 'failed')::integer AS failed
    FROM recalculation_matches WHERE recalculation_id = ${id}`.execute(db)
  return rows[0] ?? { done: 0, failed: 0 }
}

export function failuresOf(db: Db, id: string, limit: number) {
  return db
    .selectFrom('recalculation_matches')
    .select(['match_id', 'error_code', 'error'])
    .where('recalculation_id', '=', id)
    .where('state', '=', 'failed')
    .orderBy('position')
    .limit(limit)
    .execute()
}

/** Selects the ids of the next waiting matches of a run, in the run's order. */
export async function nextMatches(db: Db, id: string, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('recalculation_matches')
    .select('match_id')
    .where('recalculation_id', '=', id)
    .where('state', '=', 'waiting')
    .orderBy('position')
    .limit(limit)
    .execute()
  return rows.map((row) => row.match_id)
}

/** Marks a match as done, and locks it for this transaction. Returns false if another server has settled the match or is ranking it. */
export async function tickOff(db: Db, id: string, matchId: number): Promise<boolean> {
  const ticked = await sql`
    UPDATE recalculation_matches SET state = 'done' WHERE (recalculation_id, position) = (
      SELECT recalculation_id, position FROM recalculation_matches
      WHERE recalculation_id = ${id} AND match_id = ${matchId} AND state = 'waiting' FOR UPDATE SKIP LOCKED)`.execute(
    db,
  )
  return (ticked.numAffectedRows ?? 0n) > 0n
}

export async function recordFailure(db: Db, id: string, matchId: number, code: string, error: string | null) {
  const waiting = db.updateTable('recalculation_matches').set({ state: 'failed', error_code: code, error })
  await waiting
    .where('recalculation_id', '=', id)
    .where('match_id', '=', matchId)
    .where('state', '=', 'waiting')
    .execute()
}

/** Counts the marked matches, and all finished ones. */
export async function matchesToRecalculate(db: Db): Promise<{ marked: number; finished: number }> {
  const { rows } = await sql<{ marked: number; finished: number }>`
    SELECT (SELECT count(*) FROM matches WHERE ${MARKED})::integer AS marked,
      (SELECT count(*) FROM matches WHERE ${FINISHED})::integer AS finished`.execute(db)
  return rows[0] ?? { marked: 0, finished: 0 }
}

/** Deletes the lists of matches of runs that ended before `before`, except that of the newest run. The runs themselves stay. */
export async function forgetRuns(db: Db, before: Date): Promise<void> {
  await inParts(() =>
    sql`DELETE FROM recalculation_matches WHERE (recalculation_id, position) IN (
      SELECT m.recalculation_id, m.position FROM recalculation_matches m JOIN recalculations r ON r.id = m.recalculation_id
      WHERE r.ended_at < ${before} AND r.id <> (SELECT id FROM recalculations ORDER BY id DESC LIMIT 1)
      LIMIT ${ROWS_AT_ONCE} FOR UPDATE OF m SKIP LOCKED)`.execute(db),
  )
}
