import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { DB } from '../infra/database/types.generated.ts'

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
