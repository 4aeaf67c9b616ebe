import { DAY_MS } from '@tribune/domain/common/instant.ts'
import { BROWSER_ERROR_DAYS } from '@tribune/domain/operator/browser-error.ts'
import { TREND_DAYS } from '@tribune/domain/season/season.ts'
import { FeedError, type FeedErrorKind, isRateLimited, MinuteSpent, RECORDS_PER_CALL } from '@tribune/football/feed.ts'
import { refreshDisposableDomains } from '../../../accounts/contacts/new-address.ts'
import type { JobContext } from '../../../context.ts'
import { databaseNow } from '../../../infra/database/sql.ts'
import { type Run, runFunction, type StartedBy } from '../../../infra/jobs/run.ts'
import { endEvidence } from '../../ballots/evidence/queries.ts'
import { foldAll, forgetTallies } from '../../ballots/tally/queries.ts'
import { forgetEnded } from '../../fans/accounts/queries.ts'
import { resealAll } from '../../fans/accounts/service.ts'
import {
  finishedWithoutDetails,
  forgetAnomalies,
  saveTeamKind,
  teamsOfUnknownKind,
} from '../../feed/ingestion/queries.ts'
import { ingestCompetitions, ingestMatches, readDetails, reviewExclusions } from '../../feed/ingestion/service.ts'
import { forgetOccasions } from '../../messages/announcements/queries.ts'
import { forgetWeeks } from '../../messages/digest/queries.ts'
import { forgetErrors } from '../../public/browser-errors/queries.ts'
import { recordOlder } from '../../results/rankings/jobs.ts'
import { pointlessMatches } from '../../results/rankings/queries.ts'
import { publishDueMatches, rankByNewRatings } from '../../results/rankings/service.ts'
import { forgetRuns } from '../../results/recalculation/queries.ts'
import { rebuildSeason, storeTrendRanks } from '../../season/season-ranking/service.ts'
import { deleteRuns } from '../diagnostics/queries.ts'

const PAST_DAYS = 31
const FUTURE_DAYS = 8
const MAX_DETAILS = 1_500
const MAX_TEAMS = 100
const METRICS_DAYS = 30
const ANOMALY_DAYS = 30
/** Days whose results are recounted each night. */
const CHECKED_DAYS = 2
/** Days for which the matches of an ended recalculation are stored. */
const RUN_DAYS = 30
/** Days for which push messages are stored. After that, no occasion can be announced again. */
const PUSH_DAYS = 7
/** Days for which digest deliveries are stored. After that, no digest can be sent again. */
const DIGEST_DAYS = 30

/** Runs the nightly work, and at the very first start: competitions, calendar, full records, results, season, ranks for the trend. */
export async function schedulerNightly(app: JobContext, startedBy?: StartedBy): Promise<Run<null>> {
  const run = async (log: JobContext['log']) => {
    const now = await databaseNow(app.db, app.clock)
    // If the provider fails, the work that needs only our database is still done, and the failure reported afterwards.
    const read = await readFeed(app, now).then(
      (processed) => ({ processed, failure: null }),
      (failure: unknown) => ({ processed: 0, failure }),
    )
    if (read.failure !== null) log.warn({ err: read.failure }, 'nightly run continues without the feed')
    await reviewExclusions(app)
    await publishDueMatches(app, { season: 'later', others: isRateLimited(read.failure) ? 'ready' : 'all' })
    await rankByNewRatings(
      app,
      await pointlessMatches(app.db, new Date(now.getTime() - PAST_DAYS * DAY_MS), MAX_DETAILS),
    )
    await recordOlder(app)
    await foldAll(app.db)
    await rebuildSeason(app)
    await storeTrendRanks(app, dayOf(now, 0), dayOf(now, -2 * TREND_DAYS))
    await deleteRuns(app.db, METRICS_DAYS)
    await forgetAnomalies(app.db, new Date(now.getTime() - ANOMALY_DAYS * DAY_MS))
    await forgetErrors(app.db, dayOf(now, -BROWSER_ERROR_DAYS))
    await forgetEnded(app.db)
    await forgetRuns(app.db, new Date(now.getTime() - RUN_DAYS * DAY_MS))
    await forgetOccasions(app.db, new Date(now.getTime() - PUSH_DAYS * DAY_MS))
    await forgetWeeks(app.db, dayOf(now, -DIGEST_DAYS))
    await endEvidence(app.db, now)
    await forgetTallies(app.db)
    await resealAll(app)
    await app.recorder.resealKeys(app.db)
    await refreshDisposableDomains(app)
    await checkPublished(app, now)
    if (read.failure !== null) throw read.failure
    return { result: null, processed: read.processed }
  }
  return runFunction(app, 'scheduler-nightly', run, startedBy)
}

/** Recounts the results of the last days from their public records. A problem fails this run alone, of which the operator gets a mail. */
async function checkPublished(app: JobContext, now: Date): Promise<void> {
  const check = async () => {
    await app.recorder.write(app.db)
    const problems = await app.recorder.check(new Date(now.getTime() - CHECKED_DAYS * DAY_MS))
    if (problems.length > 0) throw new Error(problems.join('; '))
    return { result: null, processed: 0 }
  }
  await runFunction(app, 'record-check', check).catch((error: unknown) =>
    app.log.error({ err: error }, 'published records differ'),
  )
}

async function readFeed(app: JobContext, now: Date): Promise<number> {
  await ingestCompetitions(app)
  const calendar = await readCalendar(app, now)
  const details = await readMissingDetails(app, now)
  await learnNationalTeams(app)
  return calendar + details
}

async function readCalendar(app: JobContext, now: Date): Promise<number> {
  let updated = 0
  for (let day = -PAST_DAYS; day <= FUTURE_DAYS; day += 1) {
    updated += (await ingestMatches(app, await app.feed.matchesOn(dayOf(now, day)))).length
  }
  return updated
}

/** Reads the records of finished matches that were not read in full after their whistle. Returns the number of changed matches. */
export async function readMissingDetails(app: JobContext, now: Date): Promise<number> {
  const ids = await finishedWithoutDetails(app.db, new Date(now.getTime() - PAST_DAYS * DAY_MS), MAX_DETAILS)
  let updated = 0
  for (let start = 0; start < ids.length; start += RECORDS_PER_CALL) {
    updated += await readDetails(app, ids.slice(start, start + RECORDS_PER_CALL))
  }
  return updated
}

/** Learns which teams are national. A team that cannot be read is tried again the next night, without failing this run. */
async function learnNationalTeams(app: JobContext): Promise<void> {
  for (const id of await teamsOfUnknownKind(app.db, MAX_TEAMS)) {
    try {
      const isNational = await app.feed.isNational(id)
      if (isNational !== null) await saveTeamKind(app.db, id, isNational)
    } catch (error) {
      if (!(error instanceof FeedError)) throw error
      if (error instanceof MinuteSpent) return
      app.log.warn({ err: error, team_id: id }, 'team could not be read')
      if (!SINGLE_FAILURES.includes(error.kind)) return
    }
  }
}

/** Failures of a single call, after which the next may succeed. */
const SINGLE_FAILURES: readonly FeedErrorKind[] = ['bad_request', 'bad_payload']

function dayOf(now: Date, days: number): string {
  return new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10)
}
