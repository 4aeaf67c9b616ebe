import { COUNT_HALF_LIFE_S } from '@tribune/domain/proof-of-work.ts'
import { sql } from 'kysely'
import type { Db } from '../../infra/database/pool.ts'

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
