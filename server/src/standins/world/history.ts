import { setTimeout as sleep } from 'node:timers/promises'
import { DAY_MS, MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { labelOf, previousSeason } from '@tribune/domain/season/dates.ts'
import { rankSeason, TREND_DAYS } from '@tribune/domain/season/season.ts'
import { MinuteSpent, RECORDS_PER_CALL } from '@tribune/football/feed.ts'
import type { App } from '../../context.ts'
import { claim, claimedAt } from '../../features/feed/ingestion/queries.ts'
import { ingestCompetitions, ingestDetails, ingestMatches } from '../../features/feed/ingestion/service.ts'
import { readMissingDetails, schedulerNightly } from '../../features/operator/nightly/jobs.ts'
import { publishDueMatches } from '../../features/results/rankings/service.ts'
import { gatherStatistics, seasonTotals } from '../../features/season/season-ranking/queries.ts'
import { rebuildSeason } from '../../features/season/season-ranking/service.ts'
import { insertClosedSeason, lockSeasons } from '../../features/season/seasons/queries.ts'
import type { StartProgress } from '../../infra/database/migrate.ts'
import { pause } from '../../kernel/clock.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { castPastBallots } from './past-ballots.ts'
import type { Person } from './people.ts'

/** Days from today that are filled in before anybody is served, because the schedules read them and would publish them without ballots. */
const FIRST_DAYS = [0, 1, -1]
/** The other days, those that fans look at first coming first. */
const LATER_DAYS = [...range(2, 8), ...range(2, 31).map((days) => -days)]
/** Days after which the season is recomputed. */
const SEASON_EVERY = 6
/** Claims that mark complete parts of the history: the days, and the season before. */
const DAYS_FILLED = 'world-history'
const PAST_SEASON_ADDED = 'world-past-season'
const RETRY_MS = 5_000

interface Filling {
  /** People who cast the ballots of past matches. */
  readonly crowd: readonly Person[]
  readonly onProgress: StartProgress
  /** Days from today; all if unset. */
  readonly days?: readonly number[]
  readonly signal?: AbortSignal
  /** Waits; for real if unset. */
  readonly wait?: typeof sleep
}

/** Returns whether the days of the history are complete. */
export async function areDaysFilled(app: App): Promise<boolean> {
  return (await claimedAt(app.db, DAYS_FILLED)) > 0
}

/** Returns whether the history is complete, with the season before, which installations filled by an earlier version have not. */
export async function isFilled(app: App): Promise<boolean> {
  return (await areDaysFilled(app)) && (await claimedAt(app.db, PAST_SEASON_ADDED)) > 0
}

/** Fills in the first part of the history: the days that the schedules read, and the rest of these days after an interrupted backfill. */
export async function beginHistory(app: App, filling: Filling): Promise<void> {
  await ingestCompetitions(app)
  await fillDays(app, { days: FIRST_DAYS, ...filling })
}

/** Fills in the rest. Idempotent, so that it can be resumed after an interruption. */
export async function fillHistory(app: App, filling: Filling): Promise<void> {
  const isUpgrade = await areDaysFilled(app)
  if (!isUpgrade) await fillDays(app, { days: LATER_DAYS, ...filling })
  filling.onProgress('history: the season before')
  await patiently(() => addPastSeason(app, filling.signal), filling)
  filling.onProgress('history: ranking of the season')
  // Also after an upgrade: a night that was missed is not made up for while anything is filled in.
  await patiently(() => schedulerNightly(app), filling)
  if (!isUpgrade) await keepPastRanks(app)
  for (const part of [DAYS_FILLED, PAST_SEASON_ADDED]) await claim(app.db, part, app.clock.now(), new Date(0))
  app.backfill.underWay = false
  app.snapshots.dropAll()
  await app.bus.publish('season', {})
  filling.onProgress('history: complete')
}

/** Fills the history in while fans are served, and retries failures. Returns a function that stops it after the current day. */
export function startFilling(app: App, filling: Omit<Filling, 'signal'>): () => Promise<void> {
  const stop = new AbortController()
  const fill = async () => {
    while (app.backfill.underWay && !stop.signal.aborted) {
      await fillHistory(app, { ...filling, signal: stop.signal }).catch(async (error: unknown) => {
        if (stop.signal.aborted) return
        app.log.error({ err: error }, 'history backfill failed')
        await pause(RETRY_MS, stop.signal)
      })
    }
  }
  const running = fill()
  return () => {
    stop.abort(new Error('The product stops'))
    return running
  }
}

/** Follows a backfill that another process of this machine does; returns a function that ends that. */
export async function followFilling(app: App): Promise<() => void> {
  const look = async () => {
    const wasUnderWay = app.backfill.underWay
    app.backfill.underWay = !(await isFilled(app))
    if (wasUnderWay && !app.backfill.underWay) app.snapshots.dropAll()
  }
  const lookAgain = () => {
    if (app.backfill.underWay) look().catch((error: unknown) => app.log.warn({ err: error }, 'backfill not followed'))
  }
  const ends = [app.bus.on('season', lookAgain), app.bus.on('reset', lookAgain)]
  await look()
  return () => {
    for (const end of ends) end()
  }
}

async function fillDays(app: App, filling: Filling): Promise<void> {
  const { crowd, onProgress, days = [], signal } = filling
  const today = app.clock.now().getTime()
  for (const [index, day] of days.entries()) {
    signal?.throwIfAborted()
    const fill = () => fillDay(app, new Date(today + day * DAY_MS), crowd)
    await patiently(() => app.backfill.inTurn(fill), filling)
    const done = index + 1
    if (done % SEASON_EVERY !== 0 && done !== days.length) continue
    await gatherStatistics(app.db)
    await rebuildSeason(app)
    // A few days are only one step of the start, which reports its own progress.
    if (days.length > SEASON_EVERY) onProgress(`history: ${done} of ${days.length} days`)
  }
}

/**
 * Repeats a step until the provider's calls of a minute suffice for it. To begin again with the first day would spend them on what is there already,
 * minute after minute.
 */
async function patiently(step: () => Promise<unknown>, { onProgress, signal, wait = sleep }: Filling): Promise<void> {
  for (;;) {
    try {
      await step()
      return
    } catch (error) {
      if (!isMinuteSpent(error)) throw error
    }
    onProgress('history: waiting a minute for the provider')
    await wait(MINUTE_MS, null, { signal })
  }
}

function isMinuteSpent(error: unknown): boolean {
  return error instanceof MinuteSpent || (error instanceof Refusal && error.cause instanceof MinuteSpent)
}

/** Fills in one day's matches, records, ballots and results. Idempotent. */
async function fillDay(app: App, day: Date, crowd: readonly Person[]): Promise<void> {
  await ingestMatches(app, await app.feed.matchesOn(day.toISOString().slice(0, 10)))
  await readMissingDetails(app, app.clock.now())
  await castPastBallots(app, crowd)
  await publishDueMatches(app, { season: 'later' })
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

const ROWS_AT_ONCE = 5_000

/** Saves the ranks that the nightly runs of the last week would have saved, so that trends are meaningful from the start. */
async function keepPastRanks(app: App): Promise<void> {
  const now = app.clock.now().getTime()
  const season = await app.seasons.open()
  for (let days = TREND_DAYS; days > 0; days -= 1) {
    const then = new Date(now - days * DAY_MS)
    const totals = await seasonTotals(app.db, { start: season.start, end: then, hidden: null }, null)
    const rows = rankSeason(totals).map(({ player_id, rank }) => ({
      season_id: season.id,
      player_id,
      rank,
      day: then.toISOString().slice(0, 10),
    }))
    for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
      const values = rows.slice(start, start + ROWS_AT_ONCE)
      await app.db
        .insertInto('season_rank_history')
        .values(values)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
  }
}

/** Days before the open season whose matches make up the finished one: its last weeks, enough for a ranking and a champion. */
const LAST_DAYS = [2, 5, 9, 13]

/** Adds the season before, finished, with its ranking. Idempotent: its row comes last, so that an interrupted one is filled in again. */
export async function addPastSeason(app: App, signal?: AbortSignal): Promise<void> {
  const open = await app.seasons.open()
  const { start, end } = previousSeason(open)
  if ((await app.seasons.all()).some((season) => season.start < open.start)) return
  for (const days of LAST_DAYS) {
    signal?.throwIfAborted()
    await app.backfill.inTurn(() => fillPastDay(app, new Date(open.start.getTime() - days * DAY_MS)))
  }
  await app.db.transaction().execute(async (tx) => {
    await lockSeasons(tx)
    await insertClosedSeason(tx, { name: open.name, label: labelOf({ start, end }), start, end }, app.clock.now())
  })
  await rebuildSeason(app)
}

/** Fills in a day that the nightly run no longer reads: matches, records, results from ratings. */
async function fillPastDay(app: App, day: Date): Promise<void> {
  const matches = await app.feed.matchesOn(day.toISOString().slice(0, 10))
  await ingestMatches(app, matches)
  const ids = matches.map(({ id }) => id)
  for (let start = 0; start < ids.length; start += RECORDS_PER_CALL) {
    await ingestDetails(app, await app.feed.matchesByIds(ids.slice(start, start + RECORDS_PER_CALL)))
  }
  await publishDueMatches(app, { season: 'later' })
}
