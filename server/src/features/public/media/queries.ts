import type { PictureKind } from '@tribune/protocol/picture.ts'
import { sql } from 'kysely'
import type { Db } from '../../../infra/database/pool.ts'

/** The subject of a picture, and its address at the provider. */
export interface PicturedRow {
  readonly name: string
  readonly source: string | null
}

const READ = {
  players: (db: Db, id: number) =>
    db.selectFrom('players_ref').select(['name', 'photo_url as source']).where('id', '=', id),
  teams: (db: Db, id: number) => db.selectFrom('teams').select(['name', 'logo as source']).where('id', '=', id),
  competitions: (db: Db, id: number) =>
    db.selectFrom('available_competitions').select(['name', 'logo as source']).where('id', '=', id),
}

/** Largest id of teams and competitions. */
const MAX_INTEGER = 2_147_483_647

export function picturedRow(db: Db, kind: PictureKind, id: number): Promise<PicturedRow | undefined> {
  if (kind !== 'players' && Math.abs(id) > MAX_INTEGER) return Promise.resolve(undefined)
  return READ[kind](db, id).executeTakeFirst()
}

export interface SoonRow {
  readonly kind: PictureKind
  readonly id: number
  readonly source: string
}

interface SoonRange {
  readonly from: Date
  readonly to: Date
  /** Number of top ranks of the season. */
  readonly best: number
  readonly limit: number
}

/** Selects pictures that fans will need soon: clubs and competitions of the window's matches, the season's best, then the matches' players. */
export async function picturesSoon(db: Db, { from, to, best, limit }: SoonRange): Promise<SoonRow[]> {
  const { rows } = await sql<SoonRow>`
    WITH near AS (
      SELECT m.id, m.home_team_id, m.away_team_id, m.competition_id FROM matches m
      JOIN available_competitions c ON c.id = m.competition_id AND c.enabled
      WHERE m.match_date BETWEEN ${from} AND ${to}
    )
    (SELECT 'competitions' AS kind, id, logo AS source FROM available_competitions
      WHERE logo <> '' AND id IN (SELECT competition_id FROM near))
    UNION ALL
    (SELECT 'teams', id, logo FROM teams
      WHERE logo <> '' AND id IN (SELECT home_team_id FROM near UNION SELECT away_team_id FROM near))
    UNION ALL
    (SELECT 'players', r.id, r.photo_url FROM season_player_points s JOIN players_ref r ON r.id = s.player_id
      WHERE s.season_id = (SELECT id FROM seasons WHERE closed_at IS NULL) AND s.rank <= ${best} AND r.photo_url <> '')
    UNION ALL
    (SELECT 'players', id, photo_url FROM players_ref
      WHERE photo_url <> '' AND id IN (SELECT l.player_id FROM match_lineups l JOIN near n ON n.id = l.match_id) ORDER BY id)
    LIMIT ${limit}`.execute(db)
  return rows
}
