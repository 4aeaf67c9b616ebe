import type { Db } from '../../database/pool.ts'

export function edgeMetrics(db: Db, functionName: string | undefined, limit: number) {
  let query = db.selectFrom('edge_metrics').selectAll()
  if (functionName !== undefined) query = query.where('function_name', '=', functionName)
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

export function excludedMatches(db: Db, limit: number) {
  return db
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
    .orderBy('x.excluded_at', 'desc')
    .orderBy('x.match_id')
    .limit(limit)
    .execute()
}
