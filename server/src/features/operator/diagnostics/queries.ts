import { sql } from 'kysely'
import type { Db } from '../../../infra/database/pool.ts'
import { inParts, ROWS_AT_ONCE } from '../../../infra/database/sql.ts'
import type { FunctionName } from '../../../infra/jobs/run.ts'
import { nameCompetition, sharedNameCountry } from '../../matches/competitions/queries.ts'

export function edgeMetrics(db: Db, functionName: string | undefined, limit: number) {
  let query = db.selectFrom('edge_metrics').selectAll()
  if (functionName !== undefined) query = query.where('function_name', '=', functionName)
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

/** Returns whether a run of a function has succeeded after a moment. */
export async function hasSucceededSince(db: Db, functionName: FunctionName, since: Date): Promise<boolean> {
  const found = await db
    .selectFrom('edge_metrics')
    .select('id')
    .where('function_name', '=', functionName)
    .where('ok', '=', true)
    .where('created_at', '>', since)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Deletes the rows of runs older than `days`. */
export async function deleteRuns(db: Db, days: number): Promise<void> {
  await inParts(() =>
    sql`DELETE FROM edge_metrics WHERE id IN (SELECT id FROM edge_metrics
        WHERE created_at < now() - make_interval(days => ${days}) LIMIT ${ROWS_AT_ONCE} FOR UPDATE SKIP LOCKED)`.execute(
      db,
    ),
  )
}

export async function excludedMatches(db: Db, limit: number) {
  const rows = await db
    .selectFrom('excluded_matches as x')
    .innerJoin('matches as m', 'm.id', 'x.match_id')
    .innerJoin('teams as h', 'h.id', 'm.home_team_id')
    .innerJoin('teams as a', 'a.id', 'm.away_team_id')
    .innerJoin('available_competitions as c', 'c.id', 'm.competition_id')
    .select([
      'x.match_id',
      'h.name as home_team',
      'a.name as away_team',
      'c.name as competition_name',
      'm.match_date',
      'x.reason',
      'x.excluded_at',
    ])
    .select(sharedNameCountry('c.id').as('competition_country'))
    .orderBy('x.excluded_at', 'desc')
    .orderBy('x.match_id')
    .limit(limit)
    .execute()
  return rows.map(nameCompetition)
}

export function feedAnomalies(db: Db, limit: number) {
  return db
    .selectFrom('feed_anomalies as f')
    .innerJoin('matches as m', 'm.id', 'f.match_id')
    .innerJoin('teams as h', 'h.id', 'm.home_team_id')
    .innerJoin('teams as a', 'a.id', 'm.away_team_id')
    .select([
      'f.match_id',
      'h.name as home_team',
      'a.name as away_team',
      'm.status',
      'f.kind',
      'f.raw_status',
      'f.first_seen_at',
    ])
    .orderBy('f.first_seen_at', 'desc')
    .orderBy('f.match_id')
    .orderBy('f.kind')
    .limit(limit)
    .execute()
}
