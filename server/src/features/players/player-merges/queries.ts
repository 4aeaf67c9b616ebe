import { rowOfBoth } from '@tribune/domain/players/identity.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../infra/database/pool.ts'
import { anyOf } from '../../../infra/database/sql.ts'
import { mergedPlaces } from '../lineups/queries.ts'

/** Two ids of one person: `alias` is listed under `player`. */
export interface Pair {
  readonly alias: number
  readonly player: number
}

/** Selects players whose name has every word of `key` and who are not an alias: exact matches first, then the most recently seen. */
export async function seenPlayers(db: Db, key: string, limit: number) {
  const words = key.split(' ').map((word) => sql`name_key(p.name) LIKE ${`%${word}%`}`)
  const { rows } = await sql<{
    id: number
    name: string
    photo_url: string | null
    last_team: string | null
    matches: number
    last_seen: Date | null
  }>`
    SELECT p.id, p.name, p.photo_url, p.last_team, seen.matches, seen.last_seen
    FROM players_ref p, LATERAL (
      SELECT count(*)::integer AS matches, max(m.match_date) AS last_seen
      FROM match_lineups l JOIN matches m ON m.id = l.match_id WHERE l.player_id = p.id) seen
    WHERE ${sql.join(words, sql` AND `)} AND NOT EXISTS (SELECT FROM player_aliases WHERE alias_id = p.id)
    ORDER BY name_key(p.name) <> ${key}, seen.last_seen DESC NULLS LAST, p.id LIMIT ${limit}`.execute(db)
  return rows
}

/** Selects merges, newest first. */
export function listedMerges(db: Db, limit: number) {
  return db
    .selectFrom('player_aliases')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('alias_id')
    .limit(limit)
    .execute()
}

/** Selects players with what shows who they are. */
export function facesOf(db: Db, ids: readonly number[]) {
  return db.selectFrom('players_ref').selectAll().where('id', '=', anyOf(ids)).execute()
}

/** Selects two players; `lock` keeps follows of them from being added until the transaction ends. */
export function bothPlayers(db: Db, { alias, player }: Pair, { lock }: { readonly lock: boolean }) {
  const both = db
    .selectFrom('players_ref')
    .select(['id', 'name'])
    .where('id', '=', anyOf([alias, player]))
    .orderBy('id')
  return (lock ? both.forUpdate() : both).execute()
}

/** Selects the merges in which one of these players has a part. */
export function mergesOf(db: Db, ids: readonly number[]) {
  const named = db.selectFrom('player_aliases').select(['alias_id as alias', 'player_id as player'])
  return named
    .where((where) => where.or([where('alias_id', '=', anyOf(ids)), where('player_id', '=', anyOf(ids))]))
    .execute()
}

/** Selects the matches that list an alias, rank it, have struck it, or count picks of it. */
export async function matchesOf(db: Db, alias: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT match_id AS id FROM match_lineups WHERE player_id = ${alias}
    UNION SELECT match_id FROM match_player_points WHERE player_id = ${alias}
    UNION SELECT match_id FROM did_not_play WHERE player_id = ${alias}
    UNION SELECT match_id FROM alias_lineups WHERE alias_id = ${alias}
    UNION SELECT match_id FROM alias_ballots WHERE alias_id = ${alias}
    UNION SELECT t.match_id FROM match_tallies t JOIN matches m ON m.id = t.match_id AND m.published_at IS NULL
      WHERE t.player_id = ${alias}
    UNION SELECT match_id FROM tally_moves
      WHERE ${alias} = ANY (first_ids) OR ${alias} = ANY (second_ids) OR ${alias} = ANY (third_ids) ORDER BY id`.execute(
    db,
  )
  return rows.map((row) => row.id)
}

/** Counts what a merge would change in these matches. */
export async function reachOf(db: Db, { alias, player }: Pair, matchIds: readonly number[]) {
  const has = (id: number) => sql`${id}::bigint IN (v.first_id, v.second_id, v.third_id)`
  const ballots = (condition: RawBuilder<unknown>) =>
    sql`(SELECT count(*)::integer FROM votes v WHERE v.match_id = ${anyOf(matchIds)} AND ${condition})`
  const { rows } = await sql<{
    both: number
    ballots: number
    void_places: number
    followers: number
    published: number
  }>`
    SELECT
      (SELECT count(*)::integer FROM match_lineups a JOIN match_lineups b USING (match_id)
        WHERE a.player_id = ${alias} AND b.player_id = ${player}) AS both,
      ${ballots(has(alias))} AS ballots, ${ballots(sql`${has(alias)} AND ${has(player)}`)} AS void_places,
      (SELECT count(*)::integer FROM follows WHERE kind = 'player' AND target_id = ${alias}) AS followers,
      (SELECT count(*)::integer FROM matches WHERE id = ${anyOf(matchIds)} AND published_at IS NOT NULL) AS published`.execute(
    db,
  )
  const [counts = { both: 0, ballots: 0, void_places: 0, followers: 0, published: 0 }] = rows
  return { matches: matchIds.length, ...counts }
}

/** Lists the person once in these matches, and stores the rows as the feed has them. The caller must have locked the matches. */
export async function mergeLineups(
  db: Db,
  { alias, player }: Pair,
  name: string,
  matchIds: readonly number[],
): Promise<void> {
  await sql`
    INSERT INTO alias_lineups (alias_id, match_id, alias_row, kept_row)
    SELECT ${alias}, l.match_id, to_jsonb(l), to_jsonb(k)
    FROM match_lineups l LEFT JOIN match_lineups k ON k.match_id = l.match_id AND k.player_id = ${player}
    WHERE l.player_id = ${alias} AND l.match_id = ${anyOf(matchIds)} ORDER BY l.match_id`.execute(db)
  const theirs = db.selectFrom('match_lineups').selectAll().where('match_id', '=', anyOf(matchIds))
  const rows = await theirs
    .where('player_id', '=', anyOf([alias, player]))
    .orderBy('match_id')
    .execute()
  const merged = [...Map.groupBy(rows, (row) => row.match_id).values()].flatMap((both) => {
    const [one, retained] = [alias, player].map((id) => both.find((row) => row.player_id === id)).map(withMinutes)
    if (one === undefined) return []
    const { minutes: _, ...row } = rowOfBoth(one, retained)
    return [{ ...row, player_id: player, player_name: name }]
  })
  if (merged.length === 0) return
  await deleteRows(
    db,
    [alias, player],
    merged.map((row) => row.match_id),
  )
  await db.insertInto('match_lineups').values(merged).execute()
}

const withMinutes = <Row extends { readonly minutes_played: number | null }>(row: Row | undefined) =>
  row === undefined ? undefined : { ...row, minutes: row.minutes_played }

/** Lists both ids again where the feed lists them, by their names if its row has none. The caller must have locked the matches. */
export async function restoreLineups(db: Db, { alias, player }: Pair): Promise<void> {
  const { rows } = await sql<{
    match_id: number
  }>`SELECT match_id FROM alias_lineups WHERE alias_id = ${alias}`.execute(db)
  await deleteRows(
    db,
    [alias, player],
    rows.map((row) => row.match_id),
  )
  await sql`
    INSERT INTO match_lineups SELECT (jsonb_populate_record(NULL::match_lineups,
      jsonb_build_object('player_name', p.name, 'player_team', coalesce(t.name, '')) || r.stored)).*
    FROM alias_lineups l CROSS JOIN LATERAL (VALUES (l.alias_row), (l.kept_row)) AS r (stored)
    JOIN players_ref p ON p.id = (r.stored ->> 'player_id')::bigint
    LEFT JOIN teams t ON t.id = (r.stored ->> 'team_id')::integer
    WHERE l.alias_id = ${alias}`.execute(db)
}

async function deleteRows(db: Db, playerIds: readonly number[], matchIds: readonly number[]): Promise<void> {
  await db
    .deleteFrom('match_lineups')
    .where('match_id', '=', anyOf(matchIds))
    .where('player_id', '=', anyOf(playerIds))
    .execute()
}

/**
 * Gives their picks back to ballots that have not changed since the merge. Returns the ids of their matches, one for each ballot. The caller must have
 * locked the matches' ballots.
 */
export async function restorePicks(db: Db, pair: Pair): Promise<number[]> {
  const { rows } = await sql<{ match_id: number }>`
    WITH theirs AS MATERIALIZED (
      SELECT v.bucket, v.user_id, v.match_id, b.first_id, b.second_id, b.third_id
      FROM alias_ballots b JOIN votes v ON v.match_id = b.match_id AND v.id = b.vote_id
      WHERE b.alias_id = ${pair.alias}
        AND (v.first_id, v.second_id, v.third_id) IS NOT DISTINCT FROM (${sql.join([...mergedPlaces('b', pair)])})
      ORDER BY v.match_id, v.user_id FOR UPDATE OF v
    )
    UPDATE votes v SET first_id = t.first_id, second_id = t.second_id, third_id = t.third_id
    FROM theirs t WHERE v.bucket = t.bucket AND v.user_id = t.user_id AND v.match_id = t.match_id RETURNING v.match_id`.execute(
    db,
  )
  return rows.map((row) => row.match_id)
}

/** Fans who follow a player, but those whose account is being deleted: the deletion may wait for this transaction. */
const followersOf = (condition: RawBuilder<unknown>) => sql`
  fans AS MATERIALIZED (
    SELECT id FROM auth."user" WHERE id IN (SELECT f.user_id FROM follows f WHERE f.kind = 'player' AND ${condition})
    ORDER BY id FOR KEY SHARE SKIP LOCKED
  )`

/** Moves follows of the alias to the player, each of which stays known as such. The caller must have locked both players. */
export async function mergeFollows(db: Db, { alias, player }: Pair): Promise<void> {
  await sql`
    WITH ${followersOf(sql`f.target_id = ${alias}`)}, gone AS (
      DELETE FROM follows f USING fans WHERE f.kind = 'player' AND f.target_id = ${alias} AND f.user_id = fans.id
      RETURNING f.user_id, f.created_at
    )
    INSERT INTO follows AS f (user_id, kind, target_id, created_at, merged_from)
    SELECT user_id, 'player', ${player}, created_at, ${alias} FROM gone ORDER BY user_id
    ON CONFLICT (user_id, kind, target_id) DO UPDATE SET merged_from = excluded.merged_from, followed_both = true`.execute(
    db,
  )
}

/** Moves those follows back that are still there. Returns their number. The caller must have locked both players. */
export async function restoreFollows(db: Db, { alias, player }: Pair): Promise<number> {
  const moved = await sql`
    WITH ${followersOf(sql`f.target_id = ${player} AND f.merged_from = ${alias}`)}
    INSERT INTO follows (user_id, kind, target_id, created_at)
    SELECT f.user_id, 'player', ${alias}, f.created_at FROM follows f JOIN fans ON fans.id = f.user_id
    WHERE f.kind = 'player' AND f.target_id = ${player} AND f.merged_from = ${alias} ORDER BY f.user_id
    ON CONFLICT DO NOTHING`.execute(db)
  const theirs = sql`kind = 'player' AND target_id = ${player} AND merged_from = ${alias}
    AND EXISTS (SELECT FROM follows a WHERE a.user_id = follows.user_id AND a.kind = 'player' AND a.target_id = ${alias})`
  await sql`DELETE FROM follows WHERE ${theirs} AND NOT followed_both`.execute(db)
  await sql`UPDATE follows SET merged_from = NULL, followed_both = false WHERE ${theirs}`.execute(db)
  return Number(moved.numAffectedRows ?? 0n)
}

export async function insertAlias(db: Db, { alias, player }: Pair, reason: string, at: Date): Promise<void> {
  await db.insertInto('player_aliases').values({ alias_id: alias, player_id: player, reason, created_at: at }).execute()
}

export async function deleteAlias(db: Db, alias: number): Promise<void> {
  await db.deleteFrom('player_aliases').where('alias_id', '=', alias).execute()
}

/** Marks those of these matches that are published for a recalculation. Returns their number. The caller must have locked them. */
export async function markChanged(db: Db, matchIds: readonly number[]): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('matches')
    .set({ players_changed: true })
    .where('id', '=', anyOf(matchIds))
    .where('published_at', 'is not', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
