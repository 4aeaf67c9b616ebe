import { sql } from 'kysely'
import type { Db } from '../../infra/database/pool.ts'
import { anyOf, withRowsLocked } from '../../infra/database/sql.ts'

/** An account that a call guesses at: by a mailbox, a phone, or its id. */
export type AccountName = { readonly mailbox: string } | { readonly phone: string } | { readonly fanId: string }

export async function isMailboxConfirmed(db: Db, mailbox: string): Promise<boolean> {
  const query = db
    .selectFrom('auth.user')
    .select('id')
    .where('mailbox', '=', mailbox)
    .where('email_verified', '=', true)
  return (await query.executeTakeFirst()) !== undefined
}

/** SQL of a count that has decayed until a moment. */
const decayed = (at: Date) =>
  sql<number>`l.made * power(0.5::double precision, greatest(0, extract(epoch FROM ${at}::timestamptz - l.counted_at)) / l.half_life_s)`

/** Keys of one statement that counts and reads. */
interface Counting {
  /** Keys that rise by one. */
  readonly counted: readonly string[]
  /** Half-life of their counts, in seconds. */
  readonly halfLifeS: number
  /** Keys that are only read. */
  readonly read: readonly string[]
}

/**
 * Counts one call under each key, and returns the decayed counts of all keys, this call included, in one statement: of concurrent calls each sees
 * another count. Rows are locked in key order, so that two servers never deadlock. A key that is missing from the map counts 0.
 */
export async function countLately(
  db: Db,
  { counted, halfLifeS, read }: Counting,
  at: Date,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ key: string; made: number }>`
    WITH counted AS (
      INSERT INTO auth.made_lately AS l (key, made, counted_at, half_life_s)
      SELECT key, 1, ${at}::timestamptz, ${halfLifeS}::integer FROM unnest(${counted}::text[]) AS key ORDER BY key
      ON CONFLICT (key) DO UPDATE SET made = ${decayed(at)} + 1, counted_at = excluded.counted_at
      RETURNING key, made
    )
    SELECT key, made FROM counted
    UNION ALL SELECT key, ${decayed(at)} FROM auth.made_lately l WHERE key = ANY (${read}::text[])`.execute(db)
  return new Map(rows.map(({ key, made }) => [key, made]))
}

/** Takes back one call under each key, as if it had not been counted. */
export async function uncountLately(db: Db, keys: readonly string[]): Promise<void> {
  const rows = { table: 'auth.made_lately', key: 'key', values: keys } as const
  await withRowsLocked(db, rows, (tx) =>
    tx
      .updateTable('auth.made_lately')
      .set({ made: sql`greatest(0, made - 1)` })
      .where('key', '=', anyOf(keys))
      .execute(),
  )
}

/** A count of guesses within a window. */
export interface GuessCount {
  readonly guesses: number
  readonly endsAt: number
}

/** Returns the count of a key at a moment in milliseconds; `null` outside a window. */
export async function readGuesses(db: Db, key: string, now: number): Promise<GuessCount | null> {
  const row = await db
    .selectFrom('auth.attempt')
    .select(['points as guesses', 'expire'])
    .where('key', '=', key)
    .where('expire', '>', now)
    .executeTakeFirst()
  return row === undefined ? null : { guesses: row.guesses, endsAt: Number(row.expire) }
}

/** Counts a guess, unless the window has `limit` of them already: then returns `null` and counts nothing. Concurrent guesses each get another count. */
export async function countGuess(
  db: Db,
  key: string,
  { now, windowMs, limit }: { readonly now: number; readonly windowMs: number; readonly limit: number },
): Promise<GuessCount | null> {
  const { rows } = await sql<{ guesses: number; ends_at: number }>`
    INSERT INTO auth.attempt AS a (key, points, expire) VALUES (${key}, 1, ${now + windowMs}::bigint)
    ON CONFLICT (key) DO UPDATE SET
      points = CASE WHEN a.expire <= ${now}::bigint THEN 1 ELSE a.points + 1 END,
      expire = CASE WHEN a.expire <= ${now}::bigint THEN excluded.expire ELSE a.expire END
    WHERE a.expire <= ${now}::bigint OR a.points < ${limit}::integer
    RETURNING points AS guesses, expire AS ends_at`.execute(db)
  const [row] = rows
  return row === undefined ? null : { guesses: row.guesses, endsAt: Number(row.ends_at) }
}

/** Grants tries of its own under a key until a moment in milliseconds, in place of those that it had. */
export async function grantTries(db: Db, key: string, endsAt: number): Promise<void> {
  const granted = { points: 0, expire: endsAt }
  await db
    .insertInto('auth.attempt')
    .values({ key, ...granted })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(granted))
    .execute()
}

/** Counts a try under a key that has tries of its own. Returns `null` for one that has none; the count exceeds `max` by one at most. */
export async function countTry(db: Db, key: string, now: number, max: number): Promise<GuessCount | null> {
  const row = await db
    .updateTable('auth.attempt')
    .set({ points: sql`least(points, ${max}::integer) + 1` })
    .where('key', '=', key)
    .where('expire', '>', now)
    .returning(['points as guesses', 'expire'])
    .executeTakeFirst()
  return row === undefined ? null : { guesses: row.guesses, endsAt: Number(row.expire) }
}

/** Takes a guess off the count of the window in which it was counted. */
export async function uncountGuess(db: Db, key: string, { endsAt }: GuessCount): Promise<void> {
  await db
    .updateTable('auth.attempt')
    .set({ points: sql`points - 1` })
    .where('key', '=', key)
    .where('expire', '=', endsAt)
    .where('points', '>', 0)
    .execute()
}

export async function forgetGuesses(db: Db, key: string): Promise<void> {
  await db.deleteFrom('auth.attempt').where('key', '=', key).execute()
}

/** Returns whether the stored list contains one of these names. */
export async function isListedDisposable(db: Db, names: readonly string[]): Promise<boolean> {
  const found = await db
    .selectFrom('auth.disposable_domain')
    .select('domain')
    .where('domain', 'in', names)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export async function countDisposable(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('auth.disposable_domain')
    .select((one) => one.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Replaces the stored list. */
export async function replaceDisposable(db: Db, names: readonly string[]): Promise<void> {
  await sql`
    DELETE FROM auth.disposable_domain WHERE domain IN (
      SELECT domain FROM auth.disposable_domain d
      WHERE NOT EXISTS (SELECT FROM unnest(${names}::text[]) AS name WHERE name = d.domain) ORDER BY domain FOR UPDATE)`.execute(
    db,
  )
  await sql`
    INSERT INTO auth.disposable_domain (domain) SELECT name FROM unnest(${names}::text[]) AS name ORDER BY name
    ON CONFLICT DO NOTHING`.execute(db)
}

/** Stores that a fan has signed in on a device. Keeps their latest `max` devices, and none that was last seen before `since`. */
export async function keepKnownDevice(
  db: Db,
  fanId: string,
  device: string,
  { at, since, max }: { readonly at: Date; readonly since: Date; readonly max: number },
): Promise<void> {
  // An account that has ended has no devices.
  await sql`
    WITH kept AS (
      INSERT INTO auth.known_device (device_hash, user_id, seen_at)
      SELECT ${device}, id, ${at} FROM auth."user" WHERE id = ${fanId} FOR KEY SHARE
      ON CONFLICT (device_hash, user_id) DO UPDATE SET seen_at = excluded.seen_at
    )
    DELETE FROM auth.known_device d WHERE user_id = ${fanId} AND device_hash <> ${device} AND (
      seen_at < ${since} OR device_hash NOT IN (
        SELECT device_hash FROM auth.known_device WHERE user_id = ${fanId} AND device_hash <> ${device}
        ORDER BY seen_at DESC, device_hash LIMIT ${max - 1}))`.execute(db)
}

/** Returns whether one of these hashes is a device that has signed in to an account. */
export async function isKnownDevice(db: Db, devices: readonly string[], account: AccountName): Promise<boolean> {
  const query = db
    .selectFrom('auth.known_device as d')
    .innerJoin('auth.user as u', 'u.id', 'd.user_id')
    .select('d.user_id')
    .where('d.device_hash', 'in', devices)
  const [column, name] =
    'mailbox' in account
      ? (['u.mailbox', account.mailbox] as const)
      : 'phone' in account
        ? (['u.phone_number', account.phone] as const)
        : (['u.id', account.fanId] as const)
  return (await query.where(column, '=', name).limit(1).executeTakeFirst()) !== undefined
}
