import { type RawBuilder, sql } from 'kysely'
import type { Db } from './pool.ts'

/** Rows per statement, so that none takes long, and memory holds one part. */
const FETCHED = 20_000

/** Reads the rows of a query part by part, by a cursor of the transaction. The query may have no parameters: `sql.lit` writes values into it. */
export async function* readInFetches<Row>(tx: Db, query: RawBuilder<Row>): AsyncGenerator<readonly Row[]> {
  await sql`DECLARE rows_read NO SCROLL CURSOR FOR ${query}`.execute(tx)
  for (;;) {
    const { rows } = await sql<Row>`FETCH ${sql.lit(FETCHED)} FROM rows_read`.execute(tx)
    if (rows.length === 0) break
    yield rows
  }
  await sql`CLOSE rows_read`.execute(tx)
}
