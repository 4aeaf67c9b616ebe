import type { BrowserErrorKind, Engine } from '@tribune/domain/operator/browser-error.ts'
import type { PageAddress } from '@tribune/protocol/addresses.ts'
import { sql } from 'kysely'
import type { Db } from '../../../infra/database/pool.ts'

/** A distinct error, and how often it was reported. */
export interface CountedError {
  readonly fingerprint: string
  readonly kind: BrowserErrorKind
  readonly message: string
  readonly place: string
  readonly build: string
  readonly screens: (PageAddress | 'other')[]
  readonly engines: Engine[]
  readonly count: number
}

/** Locks a day against other servers that would store new errors of it. Selects the fingerprints that it has. */
export async function lockFingerprints(db: Db, day: string): Promise<string[]> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('browser errors'))`.execute(db)
  const rows = await db.selectFrom('browser_errors').select('fingerprint').where('day', '=', day).execute()
  return rows.map(({ fingerprint }) => fingerprint)
}

/** Adds to the counts of a day. */
export async function addErrors(db: Db, day: string, errors: readonly CountedError[], now: Date): Promise<void> {
  const union = (column: 'screens' | 'engines') =>
    sql<
      string[]
    >`ARRAY(SELECT DISTINCT unnest(browser_errors.${sql.ref(column)} || excluded.${sql.ref(column)}) ORDER BY 1)`
  await db
    .insertInto('browser_errors')
    .values(errors.map((error) => ({ ...error, day, first_at: now, last_at: now })))
    .onConflict((conflict) =>
      conflict.columns(['day', 'fingerprint']).doUpdateSet({
        count: sql`least(browser_errors.count::bigint + excluded.count, 2147483647)`,
        screens: union('screens'),
        engines: union('engines'),
        last_at: now,
      }),
    )
    .execute()
}

/** Selects the errors from a day on, their days together, most frequent first. */
export async function errorsSince(db: Db, day: string, limit: number) {
  const { rows } = await sql<CountedError & { readonly first_at: Date; readonly last_at: Date }>`
    SELECT e.fingerprint, max(kind) AS kind, max(message) AS message, max(place) AS place, max(build) AS build,
      ARRAY(SELECT DISTINCT unnest(screens) FROM browser_errors WHERE day >= ${day}::date AND fingerprint = e.fingerprint ORDER BY 1) AS screens,
      ARRAY(SELECT DISTINCT unnest(engines) FROM browser_errors WHERE day >= ${day}::date AND fingerprint = e.fingerprint ORDER BY 1) AS engines,
      sum(count)::float8 AS count, min(first_at) AS first_at, max(last_at) AS last_at
    FROM browser_errors e WHERE day >= ${day}::date
    GROUP BY e.fingerprint ORDER BY sum(count) DESC, max(last_at) DESC, e.fingerprint LIMIT ${limit}`.execute(db)
  return rows
}

/** Counts the errors from a day on. */
export async function countErrors(db: Db, day: string): Promise<number> {
  const counts = db.selectFrom('browser_errors').where('day', '>=', day)
  return (await counts.select(sql<number>`coalesce(sum(count), 0)::float8`.as('errors')).executeTakeFirstOrThrow())
    .errors
}

/** Deletes the counts of days before one. */
export async function forgetErrors(db: Db, before: string): Promise<void> {
  await db.deleteFrom('browser_errors').where('day', '<', before).execute()
}
