import { DAY_MS } from '@tribune/domain/instant.ts'
import { TREND_DAYS } from '@tribune/domain/season.ts'
import { FeedError, type FeedErrorKind } from '@tribune/football/feed.ts'
import { readDisposableDomains } from '../../accounts/disposable.ts'
import type { JobContext } from '../../context.ts'
import { type Run, runFunction } from '../../infra/jobs/run.ts'
import { sealAllAnew } from '../account-upkeep/service.ts'
import { forgetEnded } from '../accounts/queries.ts'
import { forgetRuns } from '../diagnostics/queries.ts'
import { endEvidence } from '../evidence/queries.ts'
import {
  countMisses,
  finishedWithoutDetails,
  forgetAnomalies,
  saveTeamKind,
  teamsOfUnknownKind,
} from '../ingestion/queries.ts'
import {
  closeStaleMatches,
  ingestCompetitions,
  ingestDetails,
  ingestMatches,
  reviewExclusions,
} from '../ingestion/service.ts'
import { keepRanks } from '../rankings/queries.ts'
import { publishDueMatches, rebuildSeason } from '../rankings/service.ts'

const PAST_DAYS = 31
const FUTURE_DAYS = 8
const DETAILS_AT_ONCE = 20
const MOST_DETAILS = 1_500
const MOST_TEAMS = 100
const METRICS_DAYS = 30
const ANOMALY_DAYS = 30

/** Once a night, and at the very first start: competitions, calendar, full records, results, the season, kept ranks. */
export async function schedulerNightly(app: JobContext): Promise<Run<null>> {
  return runFunction(app, 'scheduler-nightly', async (log) => {
    const now = app.clock.now()
    // What needs the provider may fail; what needs only our database is done all the same, and the failure told afterwards.
    const read = await readFeed(app, now).then(
      (processed) => ({ processed, failure: null }),
      (failure: unknown) => ({ processed: 0, failure }),
    )
    if (read.failure !== null) log.warn({ err: read.failure }, 'the night goes on without the feed')
    await closeStaleMatches(app)
    await reviewExclusions(app)
    await publishDueMatches(app, { season: 'later' })
    await rebuildSeason(app)
    await keepRanks(app.db, dayOf(now, 0), dayOf(now, -2 * TREND_DAYS))
    await forgetRuns(app.db, METRICS_DAYS)
    await forgetAnomalies(app.db, new Date(now.getTime() - ANOMALY_DAYS * DAY_MS))
    await forgetEnded(app.db)
    await endEvidence(app.db, app.clock.now())
    await sealAllAnew(app)
    await readDisposableDomains(app)
    if (read.failure !== null) throw read.failure
    return { result: null, processed: read.processed }
  })
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

/** Reads the records of finished matches that were never read in full. Gives the number of matches changed. */
export async function readMissingDetails(app: JobContext, now: Date): Promise<number> {
  const ids = await finishedWithoutDetails(app.db, new Date(now.getTime() - PAST_DAYS * DAY_MS), MOST_DETAILS)
  let updated = 0
  for (let start = 0; start < ids.length; start += DETAILS_AT_ONCE) {
    const group = ids.slice(start, start + DETAILS_AT_ONCE)
    const details = await app.feed.matchesByIds(group)
    updated += await ingestDetails(app, details)
    const told = new Set(details.map((detail) => detail.match.id))
    await countMisses(
      app.db,
      group.filter((id) => !told.has(id)),
    )
  }
  return updated
}

/** A team that cannot be read is asked for again the next night: it is no reason to fail this one, nor to repeat it. */
async function learnNationalTeams(app: JobContext): Promise<void> {
  for (const id of await teamsOfUnknownKind(app.db, MOST_TEAMS)) {
    try {
      const isNational = await app.feed.isNational(id)
      if (isNational !== null) await saveTeamKind(app.db, id, isNational)
    } catch (error) {
      if (!(error instanceof FeedError)) throw error
      app.log.warn({ err: error, team_id: id }, 'team could not be read')
      if (!PASSING.includes(error.kind)) return
    }
  }
}

/** Failures of one call, after which the next may do. */
const PASSING: readonly FeedErrorKind[] = ['bad_request', 'bad_payload']

function dayOf(now: Date, days: number): string {
  return new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10)
}
