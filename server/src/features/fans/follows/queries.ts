import type { Follow, FollowKind, FollowTarget } from '@tribune/domain/home/follows.ts'
import { sql } from 'kysely'
import type { Db } from '../../../infra/database/pool.ts'
import { anyOf } from '../../../infra/database/sql.ts'
import { aliasesAmong } from '../../common/aliases/queries.ts'

/** A follow with the name and picture of what is followed. */
export interface FollowRow {
  readonly kind: FollowKind
  readonly id: number
  readonly since: Date
  readonly name: string
  readonly picture: string | null
}

/** Selects what a fan follows, newest first. Leaves out what no longer exists. */
export async function followsOf(db: Db, fanId: string, limit: number): Promise<FollowRow[]> {
  const { rows } = await sql<FollowRow>`
    SELECT f.kind, f.target_id AS id, f.created_at AS since, coalesce(t.name, p.name, c.name) AS name,
      coalesce(t.logo, p.photo_url, c.logo) AS picture
    FROM follows f
    LEFT JOIN teams t ON f.kind = 'club' AND t.id = f.target_id
    LEFT JOIN players_ref p ON f.kind = 'player' AND p.id = f.target_id
    LEFT JOIN available_competitions c ON f.kind = 'competition' AND c.id = f.target_id
    WHERE f.user_id = ${fanId} AND coalesce(t.name, p.name, c.name) IS NOT NULL
    ORDER BY f.created_at DESC, f.kind, f.target_id LIMIT ${limit}`.execute(db)
  return rows
}

/**
 * Selects the players whose id was merged into another (docs/decisions/034), each with the id that remains, because a phone may still send the former
 * id. A former id that a lineup lists again is a player of its own. Aliases (079) are resolved too. Locks the ids, to wait for a merge under way.
 */
export async function listedIds(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const theirs = ids.filter((id) => id > 0)
  await db.selectFrom('players_ref').select('id').where('id', '=', anyOf(theirs)).orderBy('id').forKeyShare().execute()
  const merged = (await aliasesAmong(db, theirs)).map(({ alias, player }) => [alias, player] as const)
  const ours = ids.filter((id) => id < 0)
  if (ours.length === 0) return new Map(merged)
  await db.selectFrom('players_ref').select('id').where('id', '=', anyOf(ours)).orderBy('id').forShare().execute()
  const { rows } = await sql<{ from_id: number; to_id: number }>`
    SELECT DISTINCT ON (from_id) from_id, to_id FROM player_merges m
    WHERE from_id = ${anyOf(ours)} AND NOT EXISTS (SELECT FROM match_lineups l WHERE l.player_id = m.from_id)
    ORDER BY from_id, match_id DESC`.execute(db)
  return new Map([...merged, ...rows.map(({ from_id, to_id }) => [from_id, to_id] as const)])
}

/**
 * Moves follows of merged players to the remaining id, in the merge's transaction. A fan who follows both ids gets one follow, with the first date.
 * Skips fans whose account is being deleted instead of waiting for them, because the deletion may wait for the merge.
 */
export async function moveFollows(db: Db, merges: readonly { readonly from: number; readonly to: number }[]) {
  const from = merges.map((merge) => merge.from)
  await db.selectFrom('players_ref').select('id').where('id', '=', anyOf(from)).orderBy('id').forNoKeyUpdate().execute()
  await sql`
    WITH merged AS (
      SELECT i."from" AS from_id, i."to" AS to_id FROM jsonb_to_recordset(${JSON.stringify(merges)}::jsonb) AS i ("from" bigint, "to" bigint)
    ), fans AS (
      SELECT id FROM auth."user"
      WHERE id IN (SELECT f.user_id FROM follows f JOIN merged ON f.kind = 'player' AND f.target_id = from_id)
      ORDER BY id FOR KEY SHARE SKIP LOCKED
    ), gone AS (
      DELETE FROM follows f USING merged, fans
      WHERE f.kind = 'player' AND f.target_id = from_id AND f.user_id = fans.id
      RETURNING f.user_id, to_id, f.created_at
    )
    INSERT INTO follows AS f (user_id, kind, target_id, created_at)
    SELECT user_id, 'player', to_id, min(created_at) FROM gone GROUP BY user_id, to_id ORDER BY user_id, to_id
    ON CONFLICT (user_id, kind, target_id) DO UPDATE SET created_at = least(f.created_at, excluded.created_at)`.execute(
    db,
  )
}

/** Selects all that is stored of a fan's follows, whether it still exists or not. */
export function targetsOf(db: Db, fanId: string): Promise<FollowTarget[]> {
  return db.selectFrom('follows').select(['kind', 'target_id as id']).where('user_id', '=', fanId).execute()
}

/** Selects those targets that exist. A competition must be one that is shown. */
export async function existingTargets(db: Db, targets: readonly FollowTarget[]): Promise<FollowTarget[]> {
  const { rows } = await sql<FollowTarget>`
    SELECT i.kind, i.id FROM jsonb_to_recordset(${JSON.stringify(targets)}::jsonb) AS i (kind text, id bigint)
    WHERE i.kind = 'club' AND EXISTS (SELECT FROM teams t WHERE t.id = i.id)
      OR i.kind = 'player' AND EXISTS (SELECT FROM players_ref p WHERE p.id = i.id)
      OR i.kind = 'competition' AND EXISTS (SELECT FROM available_competitions c WHERE c.id = i.id AND c.enabled)`.execute(
    db,
  )
  return rows
}

/** Writes follows of a fan; those that are there keep their date. Players in the order of ids, as when they are merged. */
export async function insertFollows(db: Db, fanId: string, follows: readonly Follow[]): Promise<void> {
  if (follows.length === 0) return
  const inOrder = follows.toSorted((a, b) => a.id - b.id)
  await db
    .insertInto('follows')
    .values(inOrder.map(({ kind, id, since }) => ({ user_id: fanId, kind, target_id: id, created_at: since })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteFollow(db: Db, fanId: string, { kind, id }: FollowTarget): Promise<void> {
  await db
    .deleteFrom('follows')
    .where('user_id', '=', fanId)
    .where('kind', '=', kind)
    .where('target_id', '=', id)
    .execute()
}
