import type { Kits } from '@tribune/domain/matches/kit-colours.ts'
import { sql } from 'kysely'
import type { Db } from '../../../infra/database/pool.ts'

/** The shirts' colours of a match, as far as a reading has them. */
export interface ReadKits {
  readonly match_id: number
  readonly home: string | null
  readonly away: string | null
}

/** Selects the shirts' colours of a match, if those of both sides are known. */
export async function kitsOf(db: Db, matchId: number): Promise<Kits | undefined> {
  const stored = await db.selectFrom('match_kits').select(['home', 'away']).where('match_id', '=', matchId).execute()
  return stored.flatMap(({ home, away }) => (home === null || away === null ? [] : [{ home, away }]))[0]
}

/** Stores colours of matches, which the caller must have locked; those that a reading lacks stay. Returns the ids of matches that have other ones now. */
export async function saveKits(db: Db, read: readonly ReadKits[]): Promise<number[]> {
  const kits = read.filter(({ home, away }) => home !== null || away !== null)
  if (kits.length === 0) return []
  const { rows } = await sql<{ match_id: number }>`
    INSERT INTO match_kits AS k (match_id, home, away)
    SELECT * FROM jsonb_to_recordset(${JSON.stringify(kits)}::jsonb) AS r (match_id bigint, home text, away text) ORDER BY match_id
    ON CONFLICT (match_id) DO UPDATE SET home = coalesce(excluded.home, k.home), away = coalesce(excluded.away, k.away)
    WHERE (k.home, k.away) IS DISTINCT FROM (coalesce(excluded.home, k.home), coalesce(excluded.away, k.away))
    RETURNING match_id`.execute(db)
  return rows.map(({ match_id }) => match_id)
}
