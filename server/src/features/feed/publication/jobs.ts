import { isRateLimited } from '@tribune/football/feed.ts'
import type { JobContext } from '../../../context.ts'
import { type Run, runFunction, type StartedBy } from '../../../infra/jobs/run.ts'
import { within } from '../../../kernel/clock.ts'
import type { RetryPauses } from '../../../kernel/retry-pauses.ts'
import { matchesToPublish } from '../../results/rankings/queries.ts'
import { publishDueMatches, rankPublished } from '../../results/rankings/service.ts'
import { ingestDetails } from '../ingestion/service.ts'

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
    // Ranks all of them: an earlier run may have died between storing and ranking.
    await rankPublished(app, matchIds)
    return { result: null, processed: updated }
  }
  return runFunction(app, 'scheduler-postft', run, startedBy)
}

interface PublicationRun {
  readonly startedBy?: StartedBy
  /** Leaves a match that fails alone for a while, provider included; all are tried if unset. */
  readonly pauses?: RetryPauses
}

/**
 * Publishes due matches, with the newest ratings if they come in time. A match whose votes do not rank it waits for the pass that asks for its
 * ratings for the first time (docs/decisions/074). Returns `null` if nothing is due.
 */
export async function publishDue(
  app: JobContext,
  { startedBy, pauses }: PublicationRun = {},
): Promise<Run<null> | null> {
  const due = await matchesToPublish(app.db, app.clock.offsetMs, MAX_PER_PASS, { except: pauses?.paused() })
  if (due.length === 0) return null
  const run = async (log: JobContext['log']) => {
    const asked = await readRatings(app, log, due)
    return { result: null, processed: (await publishDueMatches(app, { due: asked, others: 'ready', pauses })).length }
  }
  return runFunction(app, 'publish-due', run, startedBy)
}

/** Reads ratings for at most {@link RATINGS_LIMIT_MS}. Returns the requested matches even if the read fails, but none while calls are rate limited. */
async function readRatings(app: JobContext, log: JobContext['log'], due: readonly number[]) {
  const read = app.feed.matchesByIds(due).then((details) => ingestDetails(app, details))
  try {
    await within(RATINGS_LIMIT_MS, read)
  } catch (error) {
    log.warn({ err: error }, 'ratings not read before publication')
    if (isRateLimited(error)) return []
  }
  return due
}
