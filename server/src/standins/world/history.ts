import { setTimeout as sleep } from 'node:timers/promises'
import { DAY_MS } from '@tribune/domain/instant.ts'
import type { App } from '../../context.ts'
import { claim, claimedAt } from '../../features/ingestion/queries.ts'
import { ingestCompetitions, ingestMatches } from '../../features/ingestion/service.ts'
import { readMissingDetails, schedulerNightly } from '../../features/nightly/jobs.ts'
import { gatherStatistics } from '../../features/rankings/queries.ts'
import { publishDueMatches, rebuildSeason } from '../../features/rankings/service.ts'
import type { StartProgress } from '../../kernel/progress.ts'
import { castPastBallots } from './past-ballots.ts'
import { keepPastRanks } from './past-ranks.ts'
import type { Person } from './people.ts'

/** Days from today that are whole before anybody is let in: what the schedules read by themselves, and would publish without ballots. */
const FIRST_DAYS = [0, 1, -1]
/** The others, what fans look at first coming first. */
const LATER_DAYS = [...range(2, 8), ...range(2, 31).map((days) => -days)]
/** After so many days the season is computed again. */
const SEASON_EVERY = 6
/** Kept once the history is whole. */
const FILLED = 'world-history'
const RETRY_MS = 5_000

export interface Filling {
  /** Whose ballots are cast in matches of the past. */
  readonly crowd: readonly Person[]
  readonly onProgress: StartProgress
  /** Days from today; unset: all. */
  readonly days?: readonly number[]
  readonly signal?: AbortSignal
}

/** Whether an earlier start has filled the history in to its end. */
export async function isFilled(app: App): Promise<boolean> {
  return (await claimedAt(app.db, FILLED)) > 0
}

/** The first part of a history: the days that the schedules read by themselves, and whatever an interrupted filling left halfway. */
export async function beginHistory(app: App, filling: Filling): Promise<void> {
  await ingestCompetitions(app)
  await fillDays(app, { days: FIRST_DAYS, ...filling, onProgress: () => {} })
}

/** The rest of it. Begun again after an interruption, it ends with the same rows. */
export async function fillHistory(app: App, filling: Filling): Promise<void> {
  await fillDays(app, { days: LATER_DAYS, ...filling })
  filling.onProgress('Historique : classement de la saison')
  await schedulerNightly(app)
  await keepPastRanks(app)
  await claim(app.db, FILLED, app.clock.now(), new Date(0))
  app.backfill.underWay = false
  app.snapshots.dropAll()
  await app.bus.publish('season', {})
  filling.onProgress('Historique : complet')
}

/** Fills the history in while fans are served; gives what ends it, within one day's work. A failure is tried again. */
export function startFilling(app: App, filling: Omit<Filling, 'signal'>): () => Promise<void> {
  const stop = new AbortController()
  const fill = async () => {
    while (app.backfill.underWay && !stop.signal.aborted) {
      await fillHistory(app, { ...filling, signal: stop.signal }).catch(async (error: unknown) => {
        if (stop.signal.aborted) return
        app.log.error({ err: error }, 'filling in the history failed')
        await sleep(RETRY_MS, null, { signal: stop.signal }).catch(() => {})
      })
    }
  }
  const running = fill()
  return () => {
    stop.abort(new Error('The product stops'))
    return running
  }
}

async function fillDays(app: App, { crowd, onProgress, days = [], signal }: Filling): Promise<void> {
  const today = app.clock.now().getTime()
  for (const [index, day] of days.entries()) {
    signal?.throwIfAborted()
    await app.backfill.inTurn(() => fillDay(app, new Date(today + day * DAY_MS), crowd))
    const done = index + 1
    if (done % SEASON_EVERY !== 0 && done !== days.length) continue
    await gatherStatistics(app.db)
    await rebuildSeason(app)
    onProgress(`Historique : ${done} jours sur ${days.length}`)
  }
}

/** One day's matches, their records, ballots and results; done again, it changes nothing. */
async function fillDay(app: App, day: Date, crowd: readonly Person[]): Promise<void> {
  await ingestMatches(app, await app.feed.matchesOn(day.toISOString().slice(0, 10)))
  await readMissingDetails(app, app.clock.now())
  await castPastBallots(app, crowd)
  await publishDueMatches(app, { season: 'later' })
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}
