import type { JobContext } from '../../context.ts'
import { isDatabaseAway } from '../../infra/database/pool.ts'
import { type Run, runFunction } from '../../infra/jobs/run.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { ingestDetails } from '../ingestion/service.ts'
import { matchRow } from '../matches/queries.ts'
import { matchesToPublish } from './queries.ts'
import { publishDueMatches, rankAndTell } from './service.ts'

/** A result does not wait longer than this for the provider's last ratings. */
const RATINGS_LIMIT_MS = 5_000
/** Matches whose last ratings are read before they are published: two calls of the provider. */
const MOST = 40

/** After the whistle, and again while ratings are corrected: reads them, and ranks again what is already out. */
export async function schedulerPostft(app: JobContext, matchIds: readonly number[]): Promise<Run<null>> {
  return runFunction(app, 'scheduler-postft', async () => {
    const updated = await ingestDetails(app, await app.feed.matchesByIds(matchIds))
    for (const id of new Set(matchIds)) await rankPublished(app, id)
    return { result: null, processed: updated }
  })
}

/** The same for one match, at the operator's word. Refuses `match_not_found`. */
export async function readRatingsOf(app: JobContext, matchId: number): Promise<Run<null>> {
  if ((await matchRow(app.db, matchId)) === undefined) throw new Refusal('match_not_found')
  return schedulerPostft(app, [matchId])
}

/** One match that cannot be ranked does not keep the others waiting. */
async function rankPublished(app: JobContext, matchId: number): Promise<void> {
  try {
    if ((await matchRow(app.db, matchId))?.published_at != null) await rankAndTell(app, matchId)
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    app.log.error({ err: error, match_id: matchId }, 'match could not be ranked')
  }
}

/** Publishes what is due, with the newest ratings if the provider gives them in time. `null` when nothing is due. */
export async function publishDue(app: JobContext): Promise<Run<null> | null> {
  const due = await matchesToPublish(app.db, app.clock.offsetMs, MOST)
  if (due.length === 0) return null
  return runFunction(app, 'publish-due', async (log) => {
    const limit = AbortSignal.timeout(RATINGS_LIMIT_MS)
    const given = new Promise<never>((_, fail) => limit.addEventListener('abort', () => fail(limit.reason)))
    const read = app.feed.matchesByIds(due).then((details) => ingestDetails(app, details))
    await Promise.race([read, given]).catch((error: unknown) => log.warn({ err: error }, 'published on stored ratings'))
    read.catch(() => {})
    return { result: null, processed: (await publishDueMatches(app, { due })).length }
  })
}
