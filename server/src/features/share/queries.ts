import { sql } from 'kysely'
import type { Db } from '../../database/pool.ts'

export interface LastMatch {
  readonly points: number
  readonly rank: number | null
}

/** What a player gained in his last published matches, newest first; matches that he watched from the bench are none. */
export async function lastMatchesOf(db: Db, playerId: number, limit: number): Promise<LastMatch[]> {
  const { rows } = await sql<LastMatch>`
    SELECT coalesce(p.points, 0) AS points, p.rank
    FROM match_lineups l
    JOIN matches m ON m.id = l.match_id AND m.published_at IS NOT NULL
    JOIN available_competitions c ON c.id = m.competition_id AND c.enabled
    LEFT JOIN match_player_points p ON p.match_id = m.id AND p.player_id = l.player_id
    WHERE l.player_id = ${playerId} AND coalesce(l.minutes_played, 1) > 0
    ORDER BY m.match_date DESC, m.id DESC LIMIT ${limit}`.execute(db)
  return rows
}
