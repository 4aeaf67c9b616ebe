import { COUNT_HALF_LIFE_S } from '@tribune/domain/proof-of-work.ts'
import { sql } from 'kysely'
import type { Db } from '../../infra/database/pool.ts'

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
  sql<number>`l.made * power(0.5::double precision,
    greatest(0, extract(epoch FROM ${at}::timestamptz - l.counted_at)) / ${COUNT_HALF_LIFE_S}::double precision)`

/** Returns the decayed count of each key. A key that is missing from the map counts 0. */
export async function madeLately(db: Db, keys: readonly string[], at: Date): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ key: string; made: number }>`
    SELECT key, ${decayed(at)} AS made FROM auth.made_lately l WHERE key = ANY (${keys})`.execute(db)
  return new Map(rows.map(({ key, made }) => [key, made]))
}

/** Counts one call under each of these keys. Rows are locked in key order, so that two servers never deadlock. */
export async function countMade(db: Db, keys: readonly string[], at: Date): Promise<void> {
  await sql`
    INSERT INTO auth.made_lately AS l (key, made, counted_at)
    SELECT key, 1, ${at}::timestamptz FROM unnest(${keys}::text[]) AS key ORDER BY key
    ON CONFLICT (key) DO UPDATE SET made = ${decayed(at)} + 1, counted_at = excluded.counted_at`.execute(db)
}

/** Whether the stored list contains one of these names. */
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
    DELETE FROM auth.disposable_domain d
    WHERE NOT EXISTS (SELECT FROM unnest(${names}::text[]) AS name WHERE name = d.domain)`.execute(db)
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
  // An account that has ended meanwhile has no devices.
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

/** Whether one of these hashes is a device that has signed in to an account. */
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
