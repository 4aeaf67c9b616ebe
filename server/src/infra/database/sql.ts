import { type RawBuilder, sql } from 'kysely'
import type { Clock } from '../../kernel/clock.ts'
import type { Db } from './pool.ts'
import type { DB } from './types.generated.ts'

/** Makes `= ANY (values)`: one prepared statement for any number of values, none included. */
export function anyOf<T>(values: readonly T[]) {
  return sql<T>`ANY (${values})`
}

/** Makes the present moment by the database's clock, moved as the server's clock is. */
export const databaseTime = (clockOffsetMs: number) =>
  sql<Date>`(clock_timestamp() + ${`${clockOffsetMs} milliseconds`}::interval)`

/**
 * Reads the present moment by the database's clock, moved as the server's clock is. Use it for what ends a vote, a result or a season, or deletes rows: a
 * server whose own clock is ahead would do so early.
 */
export async function databaseNow(db: Db, { offsetMs }: Clock): Promise<Date> {
  const { now } = await db.selectNoFrom(databaseTime(offsetMs).as('now')).executeTakeFirstOrThrow()
  return now
}

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

/** Rows per statement, so that none takes long, and memory holds one part. */
const FETCHED = 20_000

/**
 * Reads the rows of a query part by part, by a cursor of the transaction, each part while the caller works on the one before. The query may have no
 * parameters: `sql.lit` writes values into it.
 */
export async function* readInFetches<Row>(tx: Db, query: RawBuilder<Row>): AsyncGenerator<readonly Row[]> {
  await sql`DECLARE rows_read NO SCROLL CURSOR FOR ${query}`.execute(tx)
  const fetchNext = () => {
    const part = sql<Row>`FETCH ${sql.lit(FETCHED)} FROM rows_read`.execute(tx)
    // A caller that fails does not wait for the next part.
    part.catch(() => undefined)
    return part
  }
  for (let next = fetchNext(); ; ) {
    const { rows } = await next
    if (rows.length === 0) break
    next = fetchNext()
    yield rows
  }
  await sql`CLOSE rows_read`.execute(tx)
}

/** Rows per statement of a long deletion, so that it never blocks others for long. */
export const ROWS_AT_ONCE = 5_000

/** Repeats a deletion of up to {@link ROWS_AT_ONCE} rows until it deletes fewer. */
export async function inParts(deletePart: () => Promise<{ readonly numAffectedRows?: bigint }>): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await deletePart()
    if (Number(numAffectedRows) < ROWS_AT_ONCE) return
  }
}
