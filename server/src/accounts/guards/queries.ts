import { sql } from 'kysely'
import { anyOf } from '../../infra/database/any-of.ts'
import { withRowsLocked } from '../../infra/database/locked-rows.ts'
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
    DELETE FROM auth.disposable_domain WHERE domain IN (
      SELECT domain FROM auth.disposable_domain d
      WHERE NOT EXISTS (SELECT FROM unnest(${names}::text[]) AS name WHERE name = d.domain) ORDER BY domain FOR UPDATE)`.execute(
    db,
  )
  await sql`
    INSERT INTO auth.disposable_domain (domain) SELECT name FROM unnest(${names}::text[]) AS name ORDER BY name
    ON CONFLICT DO NOTHING`.execute(db)
}
