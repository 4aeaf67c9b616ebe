import type { ResultChange } from '@tribune/domain/audit/log.ts'
import { DEMO_MATCH_ID } from '@tribune/domain/matches/demo-match.ts'
import { sql } from 'kysely'
import { bucketOf } from '../../../infra/database/ballot-bucket.ts'
import type { Db } from '../../../infra/database/pool.ts'
import { anyOf, readInFetches } from '../../../infra/database/sql.ts'

/** A change of a result whose record is not written yet. `draft`: the record without ballots; `null`: as in the last one. */
export interface Pending {
  readonly matchId: number
  readonly change: ResultChange
  readonly at: Date
  readonly draft: unknown
}

/** Adds a change of a result, in its transaction. The caller must have made sure that the match has no other. */
export async function insertPending(tx: Db, { matchId, change, at, draft }: Pending): Promise<void> {
  await sql`
    INSERT INTO audit_pending (match_id, change, at, draft)
    VALUES (${matchId}, ${change}, ${at}, ${draft === null ? null : JSON.stringify(draft)}::jsonb)`.execute(tx)
}

/** Returns whether one of these matches has a change whose record is not written yet. */
export async function isPending(db: Db, matchIds: readonly number[]): Promise<boolean> {
  const pending = db.selectFrom('audit_pending').select('match_id').where('match_id', '=', anyOf(matchIds)).limit(1)
  return (await pending.executeTakeFirst()) !== undefined
}

/** Selects the matches whose records are to be written, in the order of their changes. */
export async function pendingMatches(db: Db, limit: number): Promise<number[]> {
  const rows = await db.selectFrom('audit_pending').select('match_id').orderBy('id').limit(limit).execute()
  return rows.map(({ match_id }) => match_id)
}

/** Selects published matches without a record, and without a change that will have one, oldest first. */
export async function unrecorded(db: Db, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT m.id FROM matches m WHERE m.published_at IS NOT NULL AND m.id <> ${sql.lit(DEMO_MATCH_ID)}
      AND NOT EXISTS (SELECT FROM audit_entries e WHERE e.match_id = m.id)
      AND NOT EXISTS (SELECT FROM audit_pending p WHERE p.match_id = m.id)
    ORDER BY m.published_at, m.id LIMIT ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Locks a match and its pending change. Returns `undefined` if another server has written the record. */
export async function lockPending(tx: Db, matchId: number) {
  const match = await tx
    .selectFrom('matches')
    .select(['attempt', 'match_date', 'provisional_until', 'ballots_set_aside'])
    .where('id', '=', matchId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const pending = await tx.selectFrom('audit_pending').selectAll().where('match_id', '=', matchId).executeTakeFirst()
  return pending === undefined ? undefined : { match, pending }
}

export async function deletePending(tx: Db, matchId: number): Promise<void> {
  await tx.deleteFrom('audit_pending').where('match_id', '=', matchId).execute()
}

/** A complete ballot. `salt`: stored when its account was deleted. */
export interface CastBallot {
  readonly id: string
  readonly bucket: number
  readonly account: string
  readonly first: number
  readonly second: number
  readonly third: number
  readonly aside: boolean
  readonly salt: Buffer | null
  /** Whether its account exists. */
  readonly owned: boolean
}

/** Columns of `CastBallot`, of a ballot `v`. */
const CAST = sql`v.id, v.bucket, v.user_id AS account, v.first_id AS first, v.second_id AS second, v.third_id AS third,
  v.set_aside IS NOT NULL AS aside, v.salt, EXISTS (SELECT FROM auth."user" u WHERE u.id = v.user_id) AS owned`

/** Reads the complete ballots of a match part by part, inside a transaction. */
export function completeBallots(tx: Db, matchId: number): AsyncGenerator<readonly CastBallot[]> {
  return readInFetches(
    tx,
    sql<CastBallot>`
    SELECT ${CAST} FROM votes v WHERE v.match_id = ${sql.lit(matchId)} AND v.complete`,
  )
}

/** Counts the ballots of a match that are set aside by the reasons of their groups; `operator` for those set aside by hand. */
export async function asideReasons(tx: Db, matchId: number): Promise<Record<string, number>> {
  const { rows } = await sql<{ reason: string; ballots: number }>`
    SELECT CASE WHEN g.rule IS NULL THEN 'operator' ELSE g.dimension END AS reason, count(*)::integer AS ballots
    FROM votes v JOIN ballots_set_aside g ON g.id = v.set_aside
    WHERE v.match_id = ${matchId} AND v.complete AND v.set_aside IS NOT NULL GROUP BY 1 ORDER BY 1`.execute(tx)
  return Object.fromEntries(rows.map(({ reason, ballots }) => [reason, ballots]))
}

/** The log of a season. */
export interface LogRow {
  readonly season: number
  readonly generation: number
  readonly origin: string
  readonly public_key: Buffer
  readonly sealed: string
  readonly size: number
  /** Hashes of 32 bytes in a row. */
  readonly parts: Buffer
  readonly checkpoint: string
}

/** Selects the newest log of a season. */
export function newestLog(db: Db, season: number): Promise<LogRow | undefined> {
  const logs = db.selectFrom('audit_logs').selectAll().where('season', '=', season)
  return logs.orderBy('generation', 'desc').limit(1).executeTakeFirst()
}

/** Selects a log by the last part of its origin, such as `2026` or `2026.2`. */
export function logNamed(db: Db, name: string): Promise<LogRow | undefined> {
  const [season, generation = 1] = name.split('.').map(Number)
  const logs = db
    .selectFrom('audit_logs')
    .selectAll()
    .where('season', '=', season ?? 0)
  return logs.where('generation', '=', generation).executeTakeFirst()
}

/** Locks the logs of a season until the transaction ends, also while it has none. */
export async function lockLogs(tx: Db, season: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(724198403, ${season})`.execute(tx)
}

export async function insertLog(tx: Db, log: LogRow): Promise<void> {
  await tx.insertInto('audit_logs').values(log).execute()
}

interface EntryRow {
  readonly season: number
  readonly generation: number
  readonly index: number
  readonly line: string
  readonly match_id: number | null
  readonly record: string | null
  readonly created_at: Date
}

/** Adds an entry, with the head of the log that ends with it. */
export async function insertEntry(
  tx: Db,
  entry: EntryRow,
  head: Pick<LogRow, 'size' | 'parts' | 'checkpoint'> & Partial<Pick<LogRow, 'sealed'>>,
): Promise<void> {
  await tx.insertInto('audit_entries').values(entry).execute()
  await tx
    .updateTable('audit_logs')
    .set(head)
    .where('season', '=', entry.season)
    .where('generation', '=', entry.generation)
    .execute()
}

/** Selects entries of a log from an index on, in order. */
export function entriesFrom(db: Db, log: Pick<LogRow, 'season' | 'generation'>, from: number, limit: number) {
  const { season, generation } = log
  const entries = db.selectFrom('audit_entries').selectAll().where('season', '=', season)
  return entries.where('generation', '=', generation).where('index', '>=', from).orderBy('index').limit(limit).execute()
}

/** Deletes a change whose record an entry has. */
export async function deleteWritten(tx: Db, { match_id, created_at }: EntryRow): Promise<void> {
  await tx.deleteFrom('audit_pending').where('match_id', '=', match_id).where('at', '=', created_at).execute()
}

/** Selects lines of a log, in order. */
export async function entryLines(
  db: Db,
  { season, generation }: Pick<LogRow, 'season' | 'generation'>,
  { from = 0, limit }: { readonly from?: number; readonly limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('audit_entries')
    .select('line')
    .where('season', '=', season)
    .where('generation', '=', generation)
    .where('index', '>=', from)
    .orderBy('index')
    .limit(limit)
    .execute()
  return rows.map(({ line }) => line)
}

/** Selects all logs, newest season first. */
export function allLogs(db: Db, limit: number): Promise<LogRow[]> {
  return db
    .selectFrom('audit_logs')
    .selectAll()
    .orderBy('season', 'desc')
    .orderBy('generation', 'desc')
    .limit(limit)
    .execute()
}

export interface RecordRow {
  readonly hash: string
  readonly match_id: number
  readonly body: string
  /** Hash of its ballots. */
  readonly ballots: string | null
}

/** Adds a record, unless the same one is stored. */
export async function insertRecord(tx: Db, row: RecordRow): Promise<void> {
  await tx
    .insertInto('audit_records')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export function recordByHash(db: Db, hash: string): Promise<RecordRow | undefined> {
  return db.selectFrom('audit_records').selectAll().where('hash', '=', hash).executeTakeFirst()
}

/** Selects the record of the newest entry about a match. The log has the order of changes: clocks of servers differ. */
export function newestRecord(db: Db, matchId: number) {
  return db
    .selectFrom('audit_entries as e')
    .innerJoin('audit_records as r', 'r.hash', 'e.record')
    .select(['r.hash', 'r.match_id', 'r.body', 'r.ballots', 'e.season', 'e.generation'])
    .where('e.match_id', '=', matchId)
    .orderBy('e.season', 'desc')
    .orderBy('e.generation', 'desc')
    .orderBy('e.index', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** A part of a file of ballots. */
export interface PartRow {
  readonly part: number
  readonly lines: Buffer
  readonly first_leaf: Buffer
  readonly root: Buffer
}

/** A file of ballots. */
export interface FileRow {
  readonly hash: string
  readonly crc: number
  readonly bytes: number
}

/** Adds a file of ballots without its parts. Returns false if it is stored already. */
export async function insertFile(tx: Db, file: FileRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('audit_files')
    .values(file)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Selects a file of ballots that a record of the match has. */
export function fileOf(db: Db, matchId: number, hash: string): Promise<FileRow | undefined> {
  return db
    .selectFrom('audit_files as f')
    .innerJoin('audit_records as r', 'r.ballots', 'f.hash')
    .selectAll('f')
    .where('r.match_id', '=', matchId)
    .where('f.hash', '=', hash)
    .limit(1)
    .executeTakeFirst()
}

export async function insertPart(tx: Db, hash: string, part: PartRow): Promise<void> {
  await tx
    .insertInto('audit_ballots')
    .values({ hash, ...part })
    .execute()
}

/** Selects a part of a file of ballots. */
export function ballotsPart(db: Db, hash: string, part: number) {
  const parts = db.selectFrom('audit_ballots').select(['part', 'lines']).where('hash', '=', hash)
  return parts.where('part', '=', part).executeTakeFirst()
}

/** Selects a file of ballots. */
export function fileByHash(db: Db, hash: string): Promise<FileRow | undefined> {
  return db.selectFrom('audit_files').selectAll().where('hash', '=', hash).executeTakeFirst()
}

/** Selects a part of a file of ballots, with its first leaf and root. */
export function wholePart(db: Db, hash: string, part: number): Promise<PartRow | undefined> {
  const parts = db.selectFrom('audit_ballots').select(['part', 'lines', 'first_leaf', 'root'])
  return parts.where('hash', '=', hash).where('part', '=', part).executeTakeFirst()
}

/** Selects first leaf and root of each part of a file of ballots. */
export function partHeads(db: Db, hash: string) {
  const parts = db.selectFrom('audit_ballots').select(['part', 'first_leaf', 'root']).where('hash', '=', hash)
  return parts.orderBy('part').execute()
}

/** Selects a fan's complete ballot of a match. */
export async function ownBallot(db: Db, fanId: string, matchId: number): Promise<CastBallot | undefined> {
  const { rows } = await sql<CastBallot>`
    SELECT ${CAST} FROM votes v
    WHERE v.bucket = ${bucketOf(fanId)} AND v.user_id = ${fanId} AND v.match_id = ${matchId} AND v.complete`.execute(db)
  return rows[0]
}

/** Selects a fan's complete ballots of published matches, with the kick-off of each. */
export async function publishedBallots(tx: Db, fanId: string) {
  const { rows } = await sql<CastBallot & { match_id: number; match_date: Date }>`
    SELECT ${CAST}, v.match_id, m.match_date FROM votes v JOIN matches m ON m.id = v.match_id
    WHERE v.bucket = ${bucketOf(fanId)} AND v.user_id = ${fanId} AND v.complete AND v.salt IS NULL AND m.published_at IS NOT NULL
    ORDER BY v.match_id`.execute(tx)
  return rows
}

/** The salt of a ballot, in hex, by match and id of the ballot. */
export interface StoredSalt extends Pick<CastBallot, 'bucket' | 'account'> {
  readonly match: number
  readonly ballot: string
  readonly salt: string
}

/** Stores salts of ballots. */
export async function storeSalts(tx: Db, salts: readonly StoredSalt[]): Promise<void> {
  await sql`
    UPDATE votes v SET salt = decode(s.salt, 'hex')
    FROM unnest(${salts.map(({ bucket }) => bucket)}::integer[], ${salts.map(({ account }) => account)}::uuid[],
      ${salts.map(({ match }) => match)}::bigint[], ${salts.map(({ ballot }) => ballot)}::uuid[],
      ${salts.map(({ salt }) => salt)}::text[]) AS s (bucket, account, match_id, id, salt)
    WHERE v.bucket = s.bucket AND v.user_id = s.account AND v.match_id = s.match_id AND v.id = s.id`.execute(tx)
}

export function recordsByHash(db: Db, hashes: readonly string[]): Promise<RecordRow[]> {
  return db.selectFrom('audit_records').selectAll().where('hash', '=', anyOf(hashes)).execute()
}

/** Selects the published ranking of a match as fans see it: ids, ranks and points; `null` for a match that is deleted. */
export async function publishedRanking(db: Db, matchId: number): Promise<[number, number, number][] | null> {
  const rows = await db
    .selectFrom('matches as m')
    .leftJoin('match_player_points as p', 'p.match_id', 'm.id')
    .select(['p.player_id', 'p.rank', 'p.points'])
    .where('m.id', '=', matchId)
    .orderBy('p.rank')
    .orderBy('p.player_id')
    .execute()
  if (rows.length === 0) return null
  return rows.flatMap(({ player_id, rank, points }) =>
    player_id === null || rank === null || points === null ? [] : [[player_id, rank, points]],
  )
}

/** Replaces the sealed keys of a log. */
export async function resealLog(
  db: Db,
  { season, generation }: Pick<LogRow, 'season' | 'generation'>,
  sealed: string,
): Promise<void> {
  const log = db.updateTable('audit_logs').set({ sealed }).where('season', '=', season)
  await log.where('generation', '=', generation).execute()
}
