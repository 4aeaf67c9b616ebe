import type { DerbyPair } from '@tribune/domain/results/coefficient.ts'
import { sql } from 'kysely'
import type { Db } from '../../../infra/database/pool.ts'
import { anyOf } from '../../../infra/database/sql.ts'

/** Selects all marked pairs. The contract limits their number. */
export async function derbyPairs(db: Db): Promise<DerbyPair[]> {
  const rows = await db.selectFrom('derbies').select(['low_team_id', 'high_team_id']).execute()
  return rows.map(({ low_team_id, high_team_id }) => [low_team_id, high_team_id])
}

interface ListedTeam {
  readonly id: number
  readonly name: string
  readonly logo: string | null
}

export interface ListedDerby {
  readonly low: ListedTeam
  readonly high: ListedTeam
  readonly matches: number
  readonly published: number
}

/** Selects marked pairs, ordered by name, with the number of their matches and of those that are published. */
export async function listedDerbies(db: Db, limit: number): Promise<ListedDerby[]> {
  const { rows } = await sql<ListedDerby>`
    SELECT json_build_object('id', l.id, 'name', l.name, 'logo', l.logo) AS low,
      json_build_object('id', h.id, 'name', h.name, 'logo', h.logo) AS high,
      coalesce(m.matches, 0) AS matches, coalesce(m.published, 0) AS published
    FROM derbies d JOIN teams l ON l.id = d.low_team_id JOIN teams h ON h.id = d.high_team_id
    LEFT JOIN (
      SELECT least(home_team_id, away_team_id) AS low, greatest(home_team_id, away_team_id) AS high,
        count(*) AS matches, count(published_at) AS published
      FROM matches WHERE is_derby GROUP BY 1, 2) m ON m.low = d.low_team_id AND m.high = d.high_team_id
    ORDER BY l.name, h.name, d.low_team_id, d.high_team_id LIMIT ${limit}`.execute(db)
  return rows
}

/** Counts the matches between two clubs, home and away, and those that are published. */
export async function pairMatches(db: Db, [low, high]: DerbyPair): Promise<{ matches: number; published: number }> {
  const { rows } = await sql<{ matches: number; published: number }>`
    SELECT count(*) AS matches, count(published_at) AS published FROM matches
    WHERE home_team_id = ${low} AND away_team_id = ${high} OR home_team_id = ${high} AND away_team_id = ${low}`.execute(
    db,
  )
  return rows[0] ?? { matches: 0, published: 0 }
}

/** Selects clubs by id, and locks them against deletion until the transaction ends. */
export function clubs(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('teams')
    .select(['id', 'name'])
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .forKeyShare()
    .execute()
}

export async function derbyCount(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('derbies')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function isDerby(db: Db, [low, high]: DerbyPair): Promise<boolean> {
  const marked = db.selectFrom('derbies').select('low_team_id').where('low_team_id', '=', low)
  return (await marked.where('high_team_id', '=', high).executeTakeFirst()) !== undefined
}

/** Adds a pair; returns false if it is already marked. */
export async function insertDerby(db: Db, [low, high]: DerbyPair, at: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('derbies')
    .values({ low_team_id: low, high_team_id: high, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows > 0n
}

/** Deletes a pair; returns false if it was not marked. */
export async function deleteDerby(db: Db, [low, high]: DerbyPair): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('derbies')
    .where('low_team_id', '=', low)
    .where('high_team_id', '=', high)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Marks or unmarks the matches between two clubs as derbies. Returns how many matches changed. */
export async function markMatches(db: Db, [low, high]: DerbyPair, isDerby: boolean): Promise<number> {
  const theirs = sql`(home_team_id = ${low} AND away_team_id = ${high} OR home_team_id = ${high} AND away_team_id = ${low})
    AND is_derby <> ${isDerby}`
  await sql`SELECT FROM matches WHERE ${theirs} ORDER BY id FOR NO KEY UPDATE`.execute(db)
  const result = await sql`UPDATE matches SET is_derby = ${isDerby} WHERE ${theirs}`.execute(db)
  return Number(result.numAffectedRows ?? 0n)
}

/** Selects all clubs, a few thousand, ordered by name. `limit` bounds the result. */
export function teamNames(db: Db, limit: number) {
  return db.selectFrom('teams').select(['id', 'name', 'logo']).orderBy('name').orderBy('id').limit(limit).execute()
}

/** Selects for each club the competition of its newest match. */
export async function newestCompetitions(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; competition: string }>`
    SELECT t.id, newest.competition FROM unnest(${ids}::integer[]) AS t (id)
    CROSS JOIN LATERAL (
      SELECT c.name AS competition FROM (
        (SELECT competition_id, match_date FROM matches WHERE home_team_id = t.id ORDER BY match_date DESC LIMIT 1)
        UNION ALL
        (SELECT competition_id, match_date FROM matches WHERE away_team_id = t.id ORDER BY match_date DESC LIMIT 1)) m
      JOIN available_competitions c ON c.id = m.competition_id
      ORDER BY m.match_date DESC LIMIT 1) newest`.execute(db)
  return new Map(rows.map(({ id, competition }) => [id, competition]))
}
