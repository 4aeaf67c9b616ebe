import type { Db } from '../infra/database/pool.ts'
import { Refusal } from '../kernel/refusal.ts'
import { lockFan } from './queries.ts'

/** Runs a change of what a fan has, in one transaction, one after another for each fan. Refuses `not_authenticated` for an account that has ended. */
export function changeOfFan<T>(db: Db, fanId: string, change: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    if (!(await lockFan(tx, fanId))) throw new Refusal('not_authenticated')
    return change(tx)
  })
}
