import type { JobContext } from '../../../context.ts'
import { databaseNow } from '../../../infra/database/sql.ts'
import { insertPending, unrecorded } from '../audit/queries.ts'
import { endProvisionalAt, provisionalDue } from '../integrity/queries.ts'
import { notifyPublished, rankOrLog, rankWithin, recordFirst } from './service.ts'

/** Maximum number of results of one night that get their first record. */
const MAX_OLDER = 1_000

/** Requests records of results that were published before records existed. One that fails is tried again the next night. */
export async function recordOlder(app: JobContext): Promise<void> {
  const as = { season: 'later', coefficient: 'published', change: 'published' } as const
  const changed: number[] = []
  for (const id of await unrecorded(app.db, MAX_OLDER)) {
    const rank = () => app.db.transaction().execute((tx) => rankWithin(app, tx, id, as))
    if ((await rankOrLog(app, id, rank))?.changed === true) changed.push(id)
  }
  if (changed.length > 0) await notifyPublished(app, changed)
}

/** Makes provisional results final whose time has passed by the database's clock. Returns their number. */
export async function endProvisional(app: JobContext): Promise<number> {
  const now = await databaseNow(app.db, app.clock)
  const due = await provisionalDue(app.db, now)
  for (const matchId of due) await rankOrLog(app, matchId, () => endProvisionalOf(app, matchId, now))
  if (due.length > 0) await notifyPublished(app, due)
  return due.length
}

async function endProvisionalOf(app: JobContext, matchId: number, now: Date): Promise<void> {
  await recordFirst(app, matchId)
  await app.db.transaction().execute(async (tx) => {
    if (await endProvisionalAt(tx, matchId, now))
      await insertPending(tx, { matchId, change: 'lapsed', at: now, draft: null })
  })
}
