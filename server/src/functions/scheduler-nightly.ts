import { DAY_MS } from '@tribune/domain/instant.ts'
import { TREND_DAYS } from '@tribune/domain/season.ts'
import { sql } from 'kysely'
import type { App } from '../app.ts'
import { inParts, ROWS_AT_ONCE } from '../database/in-parts.ts'
import { forgetEnded } from '../features/accounts/queries.ts'
import { countMisses, finishedWithoutDetails, saveTeamKind, teamsOfUnknownKind } from '../features/ingestion/queries.ts'
import {
  closeStaleMatches,
  ingestCompetitions,
  ingestDetails,
  ingestMatches,
  reviewExclusions,
} from '../features/ingestion/service.ts'
import { keepRanks } from '../features/rankings/queries.ts'
import { publishDueMatches, rebuildSeason } from '../features/rankings/service.ts'
import { type Run, runFunction } from './run.ts'

const PAST_DAYS = 31
const FUTURE_DAYS = 8
const DETAILS_AT_ONCE = 20
const MOST_DETAILS = 1_500
const MOST_TEAMS = 100
const METRICS_DAYS = 30

/** Tells how far a long run is: what it does, how much is done, of how many. */
export type Progress = (step: 'calendar' | 'matches' | 'results', done: number, total: number) => void

export interface NightlyOptions {
  readonly progress?: Progress
  /** Runs when every record is read and no result of them is out yet. */
  readonly beforeResults?: () => Promise<void>
}

/** Once a night, and at the very first start: competitions, calendar, full records, results, the season, kept ranks. */
export async function schedulerNightly(app: App, options: NightlyOptions = {}): Promise<Run<null>> {
  const progress = options.progress ?? (() => {})
  return runFunction(app, 'scheduler-nightly', async (log) => {
    const now = app.clock.now()
    // What needs the provider may fail; what needs only our database is done all the same, and the failure told afterwards.
    const read = await readFeed(app, now, progress).then(
      (processed) => ({ processed, failure: null }),
      (failure: unknown) => ({ processed: 0, failure }),
    )
    if (read.failure !== null) log.warn({ err: read.failure }, 'the night goes on without the feed')
    await closeStaleMatches(app)
    await reviewExclusions(app)
    await options.beforeResults?.()
    await publishDueMatches(app, { season: 'later', onProgress: (done) => progress('results', done, 0) })
    await rebuildSeason(app)
    await keepRanks(app.db, dayOf(now, 0), dayOf(now, -2 * TREND_DAYS))
    await forgetOldRuns(app)
    await forgetEnded(app.db)
    if (read.failure !== null) throw read.failure
    return { result: null, processed: read.processed }
  })
}

async function readFeed(app: App, now: Date, progress: Progress): Promise<number> {
  await ingestCompetitions(app)
  const calendar = await readCalendar(app, now, progress)
  const details = await readMissingDetails(app, now, progress)
  await learnNationalTeams(app)
  return calendar + details
}

async function forgetOldRuns(app: App): Promise<void> {
  await inParts(() =>
    sql`DELETE FROM edge_metrics WHERE id IN (SELECT id FROM edge_metrics
        WHERE created_at < now() - make_interval(days => ${METRICS_DAYS}) LIMIT ${ROWS_AT_ONCE})`.execute(app.db),
  )
}

async function readCalendar(app: App, now: Date, progress: Progress): Promise<number> {
  let updated = 0
  const total = PAST_DAYS + FUTURE_DAYS + 1
  for (let day = -PAST_DAYS; day <= FUTURE_DAYS; day += 1) {
    updated += (await ingestMatches(app, await app.feed.matchesOn(dayOf(now, day)))).length
    progress('calendar', day + PAST_DAYS + 1, total)
  }
  return updated
}

async function readMissingDetails(app: App, now: Date, progress: Progress): Promise<number> {
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
    progress('matches', Math.min(start + DETAILS_AT_ONCE, ids.length), ids.length)
  }
  return updated
}

async function learnNationalTeams(app: App): Promise<void> {
  for (const id of await teamsOfUnknownKind(app.db, MOST_TEAMS)) {
    const isNational = await app.feed.isNational(id)
    if (isNational !== null) await saveTeamKind(app.db, id, isNational)
  }
}

function dayOf(now: Date, days: number): string {
  return new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10)
}
