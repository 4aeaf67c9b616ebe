import { sql } from 'kysely'
import type { Db } from '../../../infra/database/pool.ts'
import { anyOf } from '../../../infra/database/sql.ts'

/** Leaves all merges unchanged until the transaction ends; the first lock of those that store lineups (docs/decisions/078). */
export async function holdAliases(db: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock_shared(hashtext('player aliases'))`.execute(db)
}

/** Waits for other merges, and for lineups that are being stored; both wait until this transaction ends. */
export async function lockAliases(db: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('player aliases'))`.execute(db)
}

/** Selects which of some players are aliases, each with the player whom they are listed under. */
export function aliasesAmong(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('player_aliases as a')
    .innerJoin('players_ref as p', 'p.id', 'a.player_id')
    .select(['a.alias_id as alias', 'a.player_id as player', 'p.name'])
    .where('a.alias_id', '=', anyOf(ids))
    .orderBy('a.alias_id')
    .execute()
}

/** Returns the id that a player is listed under, by any of their ids. */
export async function listedId(db: Db, id: number): Promise<number> {
  const [alias] = await aliasesAmong(db, [id])
  return alias?.player ?? id
}

/** Selects the aliases under which the feed lists players of a match (docs/decisions/079). */
export function aliasesInMatch(db: Db, matchId: number) {
  return db
    .selectFrom('alias_lineups as l')
    .innerJoin('player_aliases as a', 'a.alias_id', 'l.alias_id')
    .select(['a.alias_id as alias', 'a.player_id as player'])
    .where('l.match_id', '=', matchId)
    .execute()
}
