import type { Db } from '../infra/database/pool.ts'
import { Refusal } from '../kernel/refusal.ts'

/** Comes before every fan's id: where a walk over all fans begins. */
export const NO_FAN = '00000000-0000-0000-0000-000000000000'
/** Fans of one transaction of such a walk. */
export const FANS_AT_ONCE = 5_000

/** Locks a fan's row, so that changes of one fan run one after another. Returns false if the account no longer exists. The lock does not block ballots. */
export async function lockFan(db: Db, fanId: string): Promise<boolean> {
  const fan = await db.selectFrom('auth.user').select('id').where('id', '=', fanId).forNoKeyUpdate().executeTakeFirst()
  return fan !== undefined
}

/** Moves a fan's push subscriptions from the session of a token to another session of the same fan. Subscriptions of other fans stay. */
export async function moveSubscriptions(
  db: Db,
  formerToken: string,
  to: { readonly id: string; readonly userId: string },
): Promise<void> {
  await db
    .updateTable('push_subscriptions')
    .set({ session_id: to.id })
    .where('session_id', '=', (query) => query.selectFrom('auth.session').select('id').where('token', '=', formerToken))
    // Locks the fan first, as the end of their account does.
    .where('user_id', 'in', (query) =>
      query.selectFrom('auth.user').select('id').where('id', '=', to.userId).forNoKeyUpdate(),
    )
    .execute()
}

/** Runs a change of what a fan has, in one transaction, one after another for each fan. Refuses `not_authenticated` for an account that has ended. */
export function changeOfFan<T>(db: Db, fanId: string, change: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    if (!(await lockFan(tx, fanId))) throw new Refusal('not_authenticated')
    return change(tx)
  })
}
