import { sql } from 'kysely'
import { anyOf } from '../../database/any-of.ts'
import type { Db } from '../../database/pool.ts'

export function players(db: Db, ids: readonly number[]) {
  return db.selectFrom('players_ref').selectAll().where('id', '=', anyOf(ids)).orderBy('id').execute()
}

export function player(db: Db, id: number) {
  return db.selectFrom('players_ref').selectAll().where('id', '=', id).executeTakeFirst()
}

export interface HistoryRow {
  readonly match_id: number
  readonly match_date: Date
  readonly home_team: string
  readonly away_team: string
  readonly home_score: number | null
  readonly away_score: number | null
  readonly competition_id: number
  readonly competition_name: string
  readonly player_team: string
  readonly minutes_played: number | null
  readonly points: number
  readonly rank: number | null
  readonly source: 'votes' | 'ratings_fallback' | null
  readonly total: number
}

interface Page {
  readonly playerId: number
  readonly limit: number
  readonly offset: number
}

const columns = sql`
  m.id AS match_id, m.match_date, h.name AS home_team, a.name AS away_team, m.home_score, m.away_score,
  m.competition_id, c.name AS competition_name, coalesce(p.points, 0) AS points, p.rank, p.source,
  (count(*) OVER ())::integer AS total`
const joins = sql`
  JOIN available_competitions c ON c.id = m.competition_id AND c.enabled
  JOIN teams h ON h.id = m.home_team_id JOIN teams a ON a.id = m.away_team_id`

/** Finished matches in whose lineup the player stands, newest first. */
export async function completeHistory(db: Db, { playerId, limit, offset }: Page): Promise<HistoryRow[]> {
  const { rows } = await sql<HistoryRow>`
    SELECT ${columns}, l.player_team, l.minutes_played
    FROM match_lineups l JOIN matches m ON m.id = l.match_id AND m.status = 'finished' ${joins}
    LEFT JOIN match_player_points p ON p.match_id = m.id AND p.player_id = l.player_id AND m.published_at IS NOT NULL
    WHERE l.player_id = ${playerId}
    ORDER BY m.match_date DESC, m.id LIMIT ${limit} OFFSET ${offset}`.execute(db)
  return rows
}

/** Finished matches of the player's teams from his first to his last match with each, newest first; absent: 0 minutes. */
export async function teamHistory(db: Db, { playerId, limit, offset }: Page): Promise<HistoryRow[]> {
  const { rows } = await sql<HistoryRow>`
    WITH spells AS (
      SELECT l.team_id, min(m.match_date) AS since FROM match_lineups l JOIN matches m ON m.id = l.match_id
      WHERE l.player_id = ${playerId} GROUP BY l.team_id
    ), newest AS (
      SELECT l.team_id FROM match_lineups l JOIN matches m ON m.id = l.match_id
      WHERE l.player_id = ${playerId} ORDER BY m.match_date DESC LIMIT 1
    )
    SELECT ${columns}, coalesce(l.player_team, t.name) AS player_team,
      CASE WHEN l.player_id IS NULL THEN 0 ELSE l.minutes_played END AS minutes_played
    FROM spells s
    JOIN matches m ON s.team_id IN (m.home_team_id, m.away_team_id) AND m.status = 'finished' AND m.match_date >= s.since
    JOIN teams t ON t.id = s.team_id ${joins}
    LEFT JOIN match_lineups l ON l.match_id = m.id AND l.player_id = ${playerId}
    LEFT JOIN match_player_points p ON p.match_id = m.id AND p.player_id = ${playerId} AND m.published_at IS NOT NULL
    WHERE l.player_id IS NOT NULL OR s.team_id IN (SELECT team_id FROM newest)
    ORDER BY m.match_date DESC, m.id LIMIT ${limit} OFFSET ${offset}`.execute(db)
  return rows
}
