import { sql } from 'kysely'
import type { Database } from '../infra/database/pool.ts'

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
