import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import type pg from 'pg'
import type { Database, Db } from '../infra/database/pool.ts'
import type { DB } from '../infra/database/types.generated.ts'

/** Lists the tables with a row that holds this text in any column. A fan is found there by id, address or number. */
export async function tablesWith(db: Database, text: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
    WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`.execute(db)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql`SELECT FROM ${sql.raw(name)} AS t WHERE position(${text} in t::text) > 0`.execute(db)
    if (rows.length > 0) found.push(name)
  }
  return found
}

/** Counts the queries of this database that wait for a lock of another transaction. Poll for it to have one of them there, in the middle of its work. */
export async function lockWaits(db: Db): Promise<number> {
  const { rows } = await sql`
    SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db)
  return rows.length
}

/** Returns how the database goes about the first query of a function. */
export async function planOf(pool: pg.Pool, run: (db: Kysely<DB>) => Promise<unknown>): Promise<string> {
  const seen: CompiledQuery[] = []
  const log = ({ query }: { query: CompiledQuery }) => {
    seen.push(query)
  }
  await run(new Kysely<DB>({ dialect: new PostgresDialect({ pool }), log }))
  const { sql: text = '', parameters = [] } = seen[0] ?? {}
  const { rows } = await pool.query(`EXPLAIN ${text}`, [...parameters])
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}
