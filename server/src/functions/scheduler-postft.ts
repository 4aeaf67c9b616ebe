import type { App } from '../app.ts'
import { ingestDetails } from '../features/ingestion/service.ts'
import { matchRow } from '../features/matches/queries.ts'
import { matchesToPublish } from '../features/rankings/queries.ts'
import { publishDueMatches, rankAndTell } from '../features/rankings/service.ts'
import { Refusal } from '../http/refusal.ts'
import { type Run, runFunction } from './run.ts'

/** A result does not wait longer than this for the provider's last ratings. */
const RATINGS_LIMIT_MS = 5_000
const MOST = 20

/** After the whistle, and again while ratings are corrected: reads them, and ranks again if the result is already out. */
export async function schedulerPostft(app: App, matchId: number): Promise<Run<null>> {
  return runFunction(app, 'scheduler-postft', async () => {
    if ((await matchRow(app.db, matchId)) === undefined) throw new Refusal('match_not_found')
    const updated = await ingestDetails(app, await app.feed.matchesByIds([matchId]))
    const match = await matchRow(app.db, matchId)
    if (match?.published_at != null) await rankAndTell(app, matchId)
    return { result: null, processed: updated }
  })
}

/** Publishes what is due, with the newest ratings if the provider gives them in time. `null` when nothing is due. */
export async function publishDue(app: App): Promise<Run<null> | null> {
  const due = await matchesToPublish(app.db, app.clock.offsetMs, MOST)
  if (due.length === 0) return null
  return runFunction(app, 'scheduler-postft', async (log) => {
    const limit = AbortSignal.timeout(RATINGS_LIMIT_MS)
    const given = new Promise<never>((_, fail) => limit.addEventListener('abort', () => fail(limit.reason)))
    const read = app.feed.matchesByIds(due).then((details) => ingestDetails(app, details))
    await Promise.race([read, given]).catch((error: unknown) => log.warn({ err: error }, 'published on stored ratings'))
    read.catch(() => {})
    return { result: null, processed: (await publishDueMatches(app)).length }
  })
}
