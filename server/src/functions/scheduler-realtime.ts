import { DAY_MS, MINUTE_MS } from '@tribune/domain/instant.ts'
import { syncSpacing } from '@tribune/domain/quota.ts'
import { PROVIDER_REFRESH_MS, SCHEDULER_PERIOD_MINUTES } from '@tribune/domain/refresh.ts'
import type { App } from '../app.ts'
import { claim, countMisses, inPlay, matchesWantingDetails } from '../features/ingestion/queries.ts'
import { closeStaleMatches, ingestDetails, ingestMatches, reviewExclusions } from '../features/ingestion/service.ts'
import { type Run, runFunction } from './run.ts'

/** Full records read in one run: three calls of the provider. */
const MOST_DETAILS = 60
const DETAILS_EVERY_MS = MINUTE_MS

/** Follows running matches. Whoever asks, the provider is called no more often than it refreshes itself. */
export class SchedulerRealtime {
  readonly #app: App
  #asked: Promise<void> | null = null
  #last: { run: Run<null>; endedAt: Date } | null = null
  #startedAt = Number.NEGATIVE_INFINITY
  #calendarAt = Number.NEGATIVE_INFINITY
  /** After a failure nothing is known to be quiet. */
  #failed = false

  constructor(app: App) {
    this.#app = app
  }

  /** The last completed run, as the address of the function tells it. */
  status() {
    const { run, endedAt } = this.#last ?? { run: null, endedAt: null }
    const fresh = endedAt !== null && this.#app.clock.now().getTime() - endedAt.getTime() < PROVIDER_REFRESH_MS
    return { updated: run?.processed ?? 0, ms: run?.ms ?? 0, at: endedAt?.toISOString() ?? null, fresh }
  }

  /**
   * Runs now, unless a run began too lately: for the provider's refresh, its quota, or a quiet hour. Whoever asks while that is decided, or
   * while it runs, waits for the same.
   */
  request(): Promise<void> {
    this.#asked ??= this.#runIfDue().finally(() => {
      this.#asked = null
    })
    return this.#asked
  }

  async #runIfDue(): Promise<void> {
    if (await this.#isDue()) await this.#start()
  }

  /** Several servers share one provider: the claim makes them one caller. */
  async #isDue(): Promise<boolean> {
    const now = this.#app.clock.now()
    const spacing = syncSpacing(this.#app.feed.quota()?.dayRemaining ?? null, now)
    const since = now.getTime() - this.#startedAt
    if (since < spacing) return false
    const quietFor = SCHEDULER_PERIOD_MINUTES * MINUTE_MS
    if (since < quietFor && !this.#failed && (await this.#isQuiet(now))) return false
    return claim(this.#app.db, 'scheduler-realtime', now, new Date(now.getTime() - spacing))
  }

  async #isQuiet(now: Date): Promise<boolean> {
    const playing = await inPlay(this.#app.db)
    if (playing.length > 0) return false
    return (await matchesWantingDetails(this.#app.db, now, now, 1)).length === 0
  }

  async #start(): Promise<void> {
    this.#startedAt = this.#app.clock.now().getTime()
    this.#failed = true
    const run = await runFunction(this.#app, 'scheduler-realtime', async () => ({
      result: null,
      processed: await this.#follow(),
    }))
    this.#failed = false
    this.#last = { run, endedAt: this.#app.clock.now() }
  }

  async #follow(): Promise<number> {
    const app = this.#app
    const now = app.clock.now()
    const live = await app.feed.liveMatches()
    let updated = (await ingestMatches(app, live)).length
    const seen = new Set(live.map((match) => match.id))
    // A match leaves the live list at its whistle: it is read once more by its id.
    const vanished = (await inPlay(app.db)).map((match) => match.id).filter((id) => !seen.has(id))
    const due = await matchesWantingDetails(app.db, now, new Date(now.getTime() - DETAILS_EVERY_MS), MOST_DETAILS)
    updated += await this.#readDetails([...new Set([...vanished, ...due])].slice(0, MOST_DETAILS))
    if (now.getTime() - this.#calendarAt >= SCHEDULER_PERIOD_MINUTES * MINUTE_MS)
      updated += await this.#readCalendar(now)
    return updated
  }

  async #readDetails(ids: readonly number[]): Promise<number> {
    if (ids.length === 0) return 0
    const details = await this.#app.feed.matchesByIds(ids)
    const told = new Set(details.map((detail) => detail.match.id))
    const updated = await ingestDetails(this.#app, details)
    await countMisses(
      this.#app.db,
      ids.filter((id) => !told.has(id)),
    )
    return updated
  }

  async #readCalendar(now: Date): Promise<number> {
    let updated = 0
    for (const days of [-1, 0, 1]) {
      const day = new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10)
      updated += (await ingestMatches(this.#app, await this.#app.feed.matchesOn(day))).length
    }
    updated += await closeStaleMatches(this.#app)
    await reviewExclusions(this.#app)
    this.#calendarAt = now.getTime()
    return updated
  }
}
