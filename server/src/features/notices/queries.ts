import { type Insertable, sql } from 'kysely'
import type { Db } from '../../infra/database/pool.ts'
import type { Notices } from '../../infra/database/types.generated.ts'

export function storedNotice(db: Db) {
  return db.selectFrom('notices').selectAll().executeTakeFirst()
}
export type StoredNotice = NonNullable<Awaited<ReturnType<typeof storedNotice>>>

/** Locks the notice, or its absence, against other acts. Selects it. */
export async function lockNotice(db: Db) {
  await sql`SELECT pg_advisory_xact_lock(hashtext('notices'))`.execute(db)
  return storedNotice(db)
}

export async function deleteNotice(db: Db): Promise<void> {
  await db.deleteFrom('notices').execute()
}

export function insertNotice(db: Db, notice: Insertable<Notices>) {
  return db.insertInto('notices').values(notice).returningAll().executeTakeFirstOrThrow()
}
