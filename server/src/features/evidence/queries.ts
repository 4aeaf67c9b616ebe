import { EVIDENCE_DAYS } from '@tribune/domain/evidence.ts'
import { sql } from 'kysely'
import { inParts, ROWS_AT_ONCE } from '../../infra/database/in-parts.ts'
import type { Db } from '../../infra/database/pool.ts'

/** Matches whose evidence ends together. */
const MATCHES_AT_ONCE = 200

/** What is kept of where a fan's ballots came from, without the hashes, which would tell them nothing. */
export async function evidenceOf(db: Db, fanId: string) {
  return db
    .selectFrom('votes as v')
    .innerJoin('matches as m', 'm.id', 'v.match_id')
    .select([
      'v.match_id',
      'v.account_strength',
      'v.account_hours',
      'v.changes',
      'm.published_at',
      sql<number>`num_nonnulls(v.network_hash, v.network_hash_wide, v.network_hash_widest)`.as('networks'),
      sql<boolean>`v.device_hash IS NOT NULL`.as('device'),
    ])
    .where('v.user_id', '=', fanId)
    .where('v.account_strength', 'is not', null)
    .execute()
}

/** A hash of 64 bits, hashed again behind a key; null stays null. */
function hashedAgain(column: string, key: Buffer) {
  const digest = sql`sha256(${key}::bytea || int8send(v.${sql.ref(column)}))`
  return sql`('x' || encode(substr(${digest}, 1, 8), 'hex'))::bit(64)::bigint`
}

/**
 * Leaves a deleted fan's ballots to nobody. Those whose evidence is kept go to one owner made up for them, so that they stay comparable
 * until it ends, their hashes hashed again: they compare with other deleted accounts' ballots, and with nobody's who is still there. Every
 * other ballot gets an owner of its own, and nothing tells that it was the same fan's.
 */
export async function disownBallots(db: Db, fanId: string, key: Buffer): Promise<void> {
  await sql`
    WITH nobody AS MATERIALIZED (SELECT gen_random_uuid() AS id)
    UPDATE votes v SET
      user_id = CASE WHEN v.account_strength IS NULL THEN gen_random_uuid() ELSE (SELECT id FROM nobody) END,
      network_hash = ${hashedAgain('network_hash', key)},
      network_hash_wide = ${hashedAgain('network_hash_wide', key)},
      network_hash_widest = ${hashedAgain('network_hash_widest', key)},
      device_hash = ${hashedAgain('device_hash', key)}
    WHERE v.user_id = ${fanId}`.execute(db)
}

/** Matches whose evidence is over: published long enough ago, or never published and closed as long since their kick-off. */
async function matchesToEnd(db: Db, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT m.id FROM matches m
    WHERE NOT m.evidence_ended AND (m.published_at IS NOT NULL OR NOT m.votes_open)
      AND m.match_date <= ${now}::timestamptz - make_interval(days => ${EVIDENCE_DAYS})
      AND coalesce(m.published_at, m.match_date) <= ${now}::timestamptz - make_interval(days => ${EVIDENCE_DAYS})
    ORDER BY m.match_date LIMIT ${MATCHES_AT_ONCE}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Deletes the evidence of matches published {@link EVIDENCE_DAYS} days ago, for good, and gives each ballot of a deleted account an owner
 * of its own: from then on nothing tells which ballots were one fan's.
 */
export async function endEvidence(db: Db, now: Date): Promise<void> {
  for (;;) {
    const ids = await matchesToEnd(db, now)
    if (ids.length === 0) return
    await inParts(() => endPart(db, ids))
    // A ballot that an account's deletion moved meanwhile is left: its match comes again.
    await sql`UPDATE matches m SET evidence_ended = true WHERE m.id = ANY (${ids}::bigint[])
        AND NOT EXISTS (SELECT FROM votes v WHERE v.match_id = m.id AND v.account_strength IS NOT NULL)`.execute(db)
  }
}

function endPart(db: Db, matchIds: readonly number[]) {
  return sql`
    UPDATE votes v SET account_strength = NULL, account_hours = NULL, network_hash = NULL, network_hash_wide = NULL,
      network_hash_widest = NULL, device_hash = NULL, changes = NULL,
      user_id = CASE WHEN EXISTS (SELECT FROM auth."user" u WHERE u.id = v.user_id) THEN v.user_id ELSE gen_random_uuid() END
    WHERE (v.user_id, v.match_id) IN (
      SELECT x.user_id, x.match_id FROM votes x
      WHERE x.match_id = ANY (${matchIds}::bigint[]) AND x.account_strength IS NOT NULL LIMIT ${ROWS_AT_ONCE})`.execute(
    db,
  )
}
