import type { JobContext } from '../../context.ts'
import { isDatabaseAway } from '../../infra/database/pool.ts'
import { type Run, runFunction, type StartedBy } from '../../infra/jobs/run.ts'
import type { RetryPauses } from '../../kernel/retry-pauses.ts'
import { within } from '../../kernel/within.ts'
import { ingestDetails } from '../ingestion/service.ts'
import { matchRow } from '../matches/queries.ts'
import { matchesToPublish } from './queries.ts'
import { publishDueMatches, rankAndNotify } from './service.ts'

/** Longest wait of a publication for the provider's newest ratings. */
const RATINGS_LIMIT_MS = 5_000
/** Matches whose ratings are read before publication, per pass: two calls of the provider. */
const MAX_PER_PASS = 40

/** Reads ratings after the whistle, and again while they are corrected, and reranks matches that are already published. */
export async function schedulerPostft(
  app: JobContext,
  matchIds: readonly number[],
  startedBy?: StartedBy,
): Promise<Run<null>> {
  const run = async () => {
    const updated = await ingestDetails(app, await app.feed.matchesByIds(matchIds))
    for (const id of new Set(matchIds)) await rankPublished(app, id)
    return { result: null, processed: updated }
  }
  return runFunction(app, 'scheduler-postft', run, startedBy)
}

/** Reranks a published match; a failure must not stop the others. */
async function rankPublished(app: JobContext, matchId: number): Promise<void> {
  try {
    if ((await matchRow(app.db, matchId))?.published_at != null) await rankAndNotify(app, matchId)
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    app.log.error({ err: error, match_id: matchId }, 'match could not be ranked')
  }
}

interface PublicationRun {
  readonly startedBy?: StartedBy
  /** Leaves a match that fails alone for a while, provider included; all are tried if unset. */
  readonly pauses?: RetryPauses
}

/** Publishes due matches, with the newest ratings if they come in time. Returns `null` if nothing is due. */
export async function publishDue(
  app: JobContext,
  { startedBy, pauses }: PublicationRun = {},
): Promise<Run<null> | null> {
  const due = await matchesToPublish(app.db, app.clock.offsetMs, MAX_PER_PASS, pauses?.paused())
  if (due.length === 0) return null
  const run = async (log: JobContext['log']) => {
    const read = app.feed.matchesByIds(due).then((details) => ingestDetails(app, details))
    const warn = (error: unknown) => log.warn({ err: error }, 'published on stored ratings')
    await within(RATINGS_LIMIT_MS, read).catch(warn)
    return { result: null, processed: (await publishDueMatches(app, { due, pauses })).length }
  }
  return runFunction(app, 'publish-due', run, startedBy)
}
