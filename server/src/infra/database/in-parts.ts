import { type RawBuilder, sql } from 'kysely'
import type { Db } from './pool.ts'

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
