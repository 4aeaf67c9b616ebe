import { type Insertable, sql } from 'kysely'
import type { Db } from '../../../infra/database/pool.ts'
import type { Notices } from '../../../infra/database/types.generated.ts'

export function storedNotice(db: Db) {
  return db.selectFrom('notices').selectAll().executeTakeFirst()
}
export type StoredNotice = NonNullable<Awaited<ReturnType<typeof storedNotice>>>

/** Blocks other acts on the notice until the transaction ends, even if there is no notice yet. Returns the notice. */
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
