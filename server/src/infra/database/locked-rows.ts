import { sql } from 'kysely'
import type { Db } from './pool.ts'
import { anyOf } from './sql.ts'
import type { DB } from './types.generated.ts'

interface Rows {
  readonly table: keyof DB & string
  /** Column of the primary key; `id` if unset. */
  readonly key?: string
  readonly values: readonly (number | string)[]
  /** `UPDATE` for rows that are deleted; `NO KEY UPDATE`, which lets foreign keys to the rows pass, if unset. */
  readonly lock?: 'UPDATE' | 'NO KEY UPDATE'
}

/**
 * Locks rows in the order of their keys, and writes them in the same transaction (docs/decisions/078). Without it PostgreSQL locks them in the order in
 * which it finds them, however the list of `= ANY` is sorted. The write is a later statement on purpose: the one that locks may still see a row as it was
 * before the lock, and would wait at that version for others who wait for the lock.
 */
export function withRowsLocked<Result>(db: Db, rows: Rows, write: (tx: Db) => Promise<Result>): Promise<Result> {
  const { table, key = 'id', values, lock = 'NO KEY UPDATE' } = rows
  return inTransaction(db, async (tx) => {
    const column = sql.ref(key)
    await sql`SELECT FROM ${sql.table(table)} WHERE ${column} = ${anyOf(values)} ORDER BY ${column} FOR ${sql.raw(lock)}`.execute(
      tx,
    )
    return write(tx)
  })
}

/** Runs work in the caller's transaction, or in one of its own. */
function inTransaction<Result>(db: Db, work: (tx: Db) => Promise<Result>): Promise<Result> {
  return db.isTransaction ? work(db) : db.transaction().execute(work)
}
