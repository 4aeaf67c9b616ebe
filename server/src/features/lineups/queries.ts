import { sql } from 'kysely'
import type { Db } from '../../database/pool.ts'

export interface LineupEntry {
  readonly id: number
  readonly name: string
  readonly photo: string | null
  readonly team_id: number
  readonly team: string
  readonly side: string
  readonly position: string | null
  readonly shirt: number | null
  readonly grid: string | null
  readonly starter: boolean
  readonly minutes: number | null
  readonly rating: number | null
}

/**
 * Replaces a lineup, each team's as a whole: who is no longer announced is gone, a team that was not told stays. Gives the number of rows
 * that really changed.
 */
export async function replaceLineup(db: Db, matchId: number, players: readonly LineupEntry[]): Promise<number> {
  const rows = JSON.stringify(players)
  await sql`
    INSERT INTO players_ref AS r (id, name, photo_url)
    SELECT id, name, photo FROM jsonb_to_recordset(${rows}::jsonb) AS p (id bigint, name text, photo text) ORDER BY id
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, photo_url = coalesce(excluded.photo_url, r.photo_url)
    WHERE (r.name, r.photo_url) IS DISTINCT FROM (excluded.name, coalesce(excluded.photo_url, r.photo_url))`.execute(db)
  const gone = await sql`
    DELETE FROM match_lineups WHERE match_id = ${matchId}
    AND team_id IN (SELECT (p ->> 'team_id')::integer FROM jsonb_array_elements(${rows}::jsonb) AS p)
    AND player_id NOT IN (SELECT (p ->> 'id')::bigint FROM jsonb_array_elements(${rows}::jsonb) AS p)`.execute(db)
  const written = await sql`
    INSERT INTO match_lineups AS l (match_id, player_id, player_name, team_id, player_team, side, player_position, shirt,
      grid, is_starter, minutes_played, rating)
    SELECT ${matchId}, id, name, team_id, team, side, position, shirt, grid, starter, minutes, rating
    FROM jsonb_to_recordset(${rows}::jsonb) AS p (id bigint, name text, team_id integer, team text, side text,
      position text, shirt smallint, grid text, starter boolean, minutes smallint, rating numeric)
    ON CONFLICT (match_id, player_id) DO UPDATE SET
      player_name = excluded.player_name, team_id = excluded.team_id, player_team = excluded.player_team,
      side = excluded.side, player_position = excluded.player_position, shirt = excluded.shirt, grid = excluded.grid,
      is_starter = excluded.is_starter,
      minutes_played = coalesce(excluded.minutes_played, l.minutes_played), rating = coalesce(excluded.rating, l.rating)
    WHERE (l.player_name, l.team_id, l.player_team, l.side, l.player_position, l.shirt, l.grid, l.is_starter,
        l.minutes_played, l.rating)
      IS DISTINCT FROM (excluded.player_name, excluded.team_id, excluded.player_team, excluded.side,
        excluded.player_position, excluded.shirt, excluded.grid, excluded.is_starter,
        coalesce(excluded.minutes_played, l.minutes_played), coalesce(excluded.rating, l.rating))`.execute(db)
  return Number(gone.numAffectedRows ?? 0n) + Number(written.numAffectedRows ?? 0n)
}

/** Where and when players last stood in one, newest first, a bounded number each. */
export async function appearancesOf(db: Db, playerIds: readonly number[]) {
  const { rows } = await sql<{
    player_id: number
    team_id: number
    player_team: string
    competition_id: number
    match_date: Date
    team_is_national: boolean | null
  }>`
    SELECT a.* FROM unnest(${playerIds}::bigint[]) AS p (id)
    CROSS JOIN LATERAL (
      SELECT l.player_id, l.team_id, l.player_team, m.competition_id, m.match_date, t.is_national AS team_is_national
      FROM match_lineups l JOIN matches m ON m.id = l.match_id JOIN teams t ON t.id = l.team_id
      WHERE l.player_id = p.id ORDER BY m.match_date DESC LIMIT 15
    ) a`.execute(db)
  return rows
}

export async function saveClubs(db: Db, clubs: readonly { id: number; last_team: string }[]): Promise<void> {
  if (clubs.length === 0) return
  await sql`
    UPDATE players_ref r SET last_team = c.last_team
    FROM jsonb_to_recordset(${JSON.stringify(clubs)}::jsonb) AS c (id bigint, last_team text)
    WHERE r.id = c.id AND r.last_team IS DISTINCT FROM c.last_team`.execute(db)
}
