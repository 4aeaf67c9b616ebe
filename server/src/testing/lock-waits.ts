import { sql } from 'kysely'
import type { Db } from '../infra/database/pool.ts'

/** Counts the queries of this database that wait for a lock of another transaction. Poll for it to have one of them there, in the middle of its work. */
export async function lockWaits(db: Db): Promise<number> {
  const { rows } = await sql`
    SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db)
  return rows.length
}
