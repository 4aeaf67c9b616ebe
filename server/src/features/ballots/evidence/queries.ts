import { randomUUID } from 'node:crypto'
import { EVIDENCE_DAYS } from '@tribune/domain/ballots/evidence.ts'
import { sql } from 'kysely'
import { bucketOf } from '../../../infra/database/ballot-bucket.ts'
import type { Db } from '../../../infra/database/pool.ts'
import { anyOf, inParts, ROWS_AT_ONCE, withRowsLocked } from '../../../infra/database/sql.ts'

/** Matches per pass. */
const MATCHES_AT_ONCE = 200

/** Evidence of one ballot. `earlier_attempt`: which attempt at a replayed match it was cast on. */
export interface EvidenceRow {
  readonly match_id: number
  readonly earlier_attempt: number | null
  readonly account_strength: number
  readonly account_hours: number
  readonly changes: number
  readonly networks: number
  readonly device: boolean
  readonly published_at: Date | null
}

/** Selects the evidence of a fan's ballots, with the number of hashes instead of the hashes. */
export async function evidenceOf(db: Db, fanId: string): Promise<EvidenceRow[]> {
  const stored = sql`match_id, account_strength, account_hours, changes,
    num_nonnulls(network_hash, network_hash_wide, network_hash_widest) AS networks, device_hash IS NOT NULL AS device`
  const { rows } = await sql<EvidenceRow>`
    SELECT v.*, m.published_at FROM (
      SELECT ${stored}, NULL::smallint AS earlier_attempt FROM votes
      WHERE bucket = ${bucketOf(fanId)} AND user_id = ${fanId} AND account_strength IS NOT NULL
      UNION ALL
      SELECT ${stored}, attempt FROM earlier_votes WHERE user_id = ${fanId} AND account_strength IS NOT NULL
    ) v JOIN matches m ON m.id = v.match_id`.execute(db)
  return rows
}

/** Rehashes a 64-bit hash with a key; null stays null. */
function hashedAgain(column: string, key: Buffer) {
  const digest = sql`sha256(${key}::bytea || int8send(v.${sql.ref(column)}))`
  return sql`('x' || encode(substr(${digest}, 1, 8), 'hex'))::bit(64)::bigint`
}

/**
 * Detaches a deleted fan's ballots from them (docs/decisions/031). Ballots with evidence get one random owner for all, so that they stay
 * comparable until the evidence ends. Their hashes are rehashed, so that they compare with those of other deleted accounts, but not with
 * existing ones. Every other ballot gets a random owner of its own, so that nothing links it to the fan. Locks the ballots in the order of matches.
 */
export async function disownBallots(db: Db, fanId: string, key: Buffer): Promise<void> {
  const bucket = bucketOf(fanId)
  // From a secret that is never stored: a distributed PostgreSQL calls no volatile function in an UPDATE.
  const ofItsOwn = sql`md5(${randomUUID()} || v.match_id::text)::uuid`
  await sql`
    WITH theirs AS MATERIALIZED (
      SELECT match_id FROM votes WHERE bucket = ${bucket} AND user_id = ${fanId} ORDER BY match_id FOR UPDATE
    )
    UPDATE votes v SET
      user_id = CASE WHEN v.account_strength IS NULL THEN ${ofItsOwn} ELSE ${randomUUID()}::uuid END,
      network_hash = ${hashedAgain('network_hash', key)},
      network_hash_wide = ${hashedAgain('network_hash_wide', key)},
      network_hash_widest = ${hashedAgain('network_hash_widest', key)},
      device_hash = ${hashedAgain('device_hash', key)}
    FROM theirs t WHERE v.bucket = ${bucket} AND v.user_id = ${fanId} AND v.match_id = t.match_id`.execute(db)
}

/** Selects matches whose evidence has expired: that long after publication or, if closed without publication, after kick-off. */
async function matchesToEnd(db: Db, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT m.id FROM matches m
    WHERE NOT m.evidence_ended AND (m.published_at IS NOT NULL OR NOT m.votes_open)
      AND m.match_date <= ${now}::timestamptz - make_interval(days => ${EVIDENCE_DAYS})
      AND coalesce(m.published_at, m.match_date) <= ${now}::timestamptz - make_interval(days => ${EVIDENCE_DAYS})
    ORDER BY m.match_date LIMIT ${MATCHES_AT_ONCE}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Columns of a ballot `v` without its evidence: one of a deleted account gets an owner that no other ballot has. */
const NO_EVIDENCE =
  sql.raw(`account_strength = NULL, account_hours = NULL, network_hash = NULL, network_hash_wide = NULL,
      network_hash_widest = NULL, device_hash = NULL, changes = NULL,
      user_id = CASE WHEN EXISTS (SELECT FROM auth."user" u WHERE u.id = v.user_id) THEN v.user_id ELSE gen_random_uuid() END`)

/**
 * Deletes the evidence of matches published {@link EVIDENCE_DAYS} days ago, for good. Gives each ballot of a deleted account a random owner of
 * its own, so that nothing links the ballots of one fan any more.
 */
export async function endEvidence(db: Db, now: Date): Promise<void> {
  for (;;) {
    const ids = await matchesToEnd(db, now)
    if (ids.length === 0) return
    await inParts(() => endPart(db, ids))
    await inParts(() => endEarlierPart(db, ids))
    await db.deleteFrom('ballot_reviews').where('match_id', '=', anyOf(ids)).execute()
    // A concurrent account deletion may have moved a ballot: its match comes again in the next pass.
    await withRowsLocked(db, { table: 'matches', values: ids }, (tx) =>
      sql`
      UPDATE matches m SET evidence_ended = true WHERE m.id = ANY (${ids}::bigint[])
        AND NOT EXISTS (SELECT FROM votes v WHERE v.match_id = m.id AND v.account_strength IS NOT NULL)
        AND NOT EXISTS (SELECT FROM earlier_votes e WHERE e.match_id = m.id AND e.account_strength IS NOT NULL)`.execute(
        tx,
      ),
    )
  }
}

/** Locks matches in the order of ids, as all that lock several, and before their ballots, as all that change those of several fans. */
const lockedMatches = (ids: readonly number[]) => sql`
  locked AS MATERIALIZED (
    SELECT id FROM matches WHERE id = ANY (${ids}::bigint[]) ORDER BY id FOR NO KEY UPDATE
  )`

function endPart(db: Db, matchIds: readonly number[]) {
  return sql`
    WITH ${lockedMatches(matchIds)}, ended AS MATERIALIZED (
      SELECT x.bucket, x.user_id, x.match_id FROM votes x
      WHERE x.match_id IN (SELECT id FROM locked) AND x.account_strength IS NOT NULL
      ORDER BY x.match_id, x.user_id LIMIT ${ROWS_AT_ONCE} FOR UPDATE
    )
    UPDATE votes v SET ${NO_EVIDENCE} FROM ended e
    WHERE v.bucket = e.bucket AND v.user_id = e.user_id AND v.match_id = e.match_id`.execute(db)
}

/** Ends the evidence of ballots of earlier attempts, as `endPart` does that of the present ones. */
function endEarlierPart(db: Db, matchIds: readonly number[]) {
  return sql`
    WITH ${lockedMatches(matchIds)}, ended AS MATERIALIZED (
      SELECT x.user_id, x.match_id, x.attempt FROM earlier_votes x
      WHERE x.match_id IN (SELECT id FROM locked) AND x.account_strength IS NOT NULL
      ORDER BY x.match_id, x.user_id, x.attempt LIMIT ${ROWS_AT_ONCE} FOR UPDATE
    )
    UPDATE earlier_votes v SET ${NO_EVIDENCE} FROM ended e
    WHERE v.user_id = e.user_id AND v.match_id = e.match_id AND v.attempt = e.attempt`.execute(db)
}
