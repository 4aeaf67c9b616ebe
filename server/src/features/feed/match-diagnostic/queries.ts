import { sql } from 'kysely'
import type { Db } from '../../../infra/database/pool.ts'

/** Selects a match with its names, the size of its lineup, and whether it is excluded. */
export function matchToCheck(db: Db, matchId: number) {
  return db
    .selectFrom('matches as m')
    .innerJoin('teams as h', 'h.id', 'm.home_team_id')
    .innerJoin('teams as a', 'a.id', 'm.away_team_id')
    .innerJoin('available_competitions as c', 'c.id', 'm.competition_id')
    .selectAll('m')
    .select(['h.name as home_team', 'a.name as away_team', 'c.name as competition_name'])
    .select([
      sql<number>`(SELECT count(*)::integer FROM match_lineups l WHERE l.match_id = m.id)`.as('players'),
      sql<number>`(SELECT count(l.rating)::integer FROM match_lineups l WHERE l.match_id = m.id)`.as('rated'),
      sql<boolean>`EXISTS (SELECT FROM excluded_matches x WHERE x.match_id = m.id)`.as('excluded'),
    ])
    .where('m.id', '=', matchId)
    .executeTakeFirst()
}

export async function lineupState(db: Db, matchId: number): Promise<{ players: number; excluded: boolean }> {
  const { rows } = await sql<{ players: number; excluded: boolean }>`
    SELECT (SELECT count(*)::integer FROM match_lineups WHERE match_id = ${matchId}) AS players,
      EXISTS (SELECT FROM excluded_matches WHERE match_id = ${matchId}) AS excluded`.execute(db)
  return rows[0] ?? { players: 0, excluded: false }
}

/** Selects competitions with the numbers of their matches. An unknown competition has no name. */
export async function competitionsWithMatches(db: Db, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; name: string | null; enabled: boolean; matches: number; finished: number }>`
    SELECT i.id, c.name, coalesce(c.enabled, false) AS enabled, count(m.id)::integer AS matches,
      count(m.id) FILTER (WHERE m.status = 'finished')::integer AS finished
    FROM unnest(${ids}::integer[]) AS i (id)
    LEFT JOIN available_competitions c ON c.id = i.id LEFT JOIN matches m ON m.competition_id = i.id
    GROUP BY i.id, c.name, c.enabled ORDER BY i.id`.execute(db)
  return rows
}

/** Selects the players in lineups of some competitions, with their stored club. */
export async function playersOfCompetitions(db: Db, ids: readonly number[], limit: number) {
  const { rows } = await sql<{ id: number; name: string; last_team: string | null }>`
    SELECT r.id, r.name, r.last_team FROM players_ref r WHERE EXISTS (
      SELECT FROM match_lineups l JOIN matches m ON m.id = l.match_id
      WHERE l.player_id = r.id AND m.competition_id = ANY (${ids}::integer[]))
    ORDER BY r.id LIMIT ${limit}`.execute(db)
  return rows
}
