import { DAY_MS, MINUTE_MS } from '@tribune/domain/common/instant.ts'
import {
  CALLS_PER_GLANCE,
  isSilent,
  maySyncByHand,
  PROVIDER_REFRESH_MS,
  paceOf,
  remainingToday,
  SCHEDULER_PERIOD_MINUTES,
  syncSpacing,
} from '@tribune/domain/matches/pace.ts'
import { FeedError, type FeedErrorKind } from '@tribune/football/feed.ts'
import type { JobContext, MatchFollower } from '../../../context.ts'
import { type Run, runFunction, type StartedBy } from '../../../infra/jobs/run.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import {
  claim,
  claimedAt,
  inPlay,
  matchesWantingDetails,
  pacedMatches,
  releaseClaim,
  saveQuota,
  sharedQuota,
} from './queries.ts'
import { ingestMatches, readDetails, reviewExclusions } from './service.ts'

/** Full records per run: three calls of the provider. */
const MAX_DETAILS = 60
const DETAILS_EVERY_MS = MINUTE_MS
/** Shortest time between two reads of a silent match. */
const SILENT_DETAILS_EVERY_MS = 5 * MINUTE_MS
/** Shortest time between two checks of the database whether a run is due, however many callers there are. */
const CHECK_EVERY_MS = 5_000
/** Time after which a refused key is logged again. */
const ALERT_EVERY_MS = 15 * MINUTE_MS
const CALENDAR_EVERY_MS = SCHEDULER_PERIOD_MINUTES * MINUTE_MS

/**
 * Scope of a run: `glance` reads the live list and the matches that have left it, `full` also records and, when due, the calendar, and `all` always reads
 * all of these.
 */
type RunKind = 'all' | 'full' | 'glance'

/** Refusals that last until somebody acts: a wrong key, or a suspended account. */
export const REFUSED: readonly FeedErrorKind[] = ['config', 'suspended', 'plan']

/** Follows matches in play. All callers on all servers together call the provider no more often than it refreshes. */
export class SchedulerRealtime implements MatchFollower {
  readonly #app: JobContext
  #underWay: Promise<void> | null = null
  #last: { run: Run<null>; endedAt: Date } | null = null
  #lookedAt = Number.NEGATIVE_INFINITY
  /** True until a run has ended well: the stored matches may be outdated, so that a quiet pace must not be trusted. */
  #failed = true
  #refusal: { readonly kind: FeedErrorKind; readonly retryAt: Date | null; readonly loggedAt: number } | null = null

  constructor(app: JobContext) {
    this.#app = app
  }

  /** Returns the last completed run, for the function's endpoint. */
  status() {
    const { run, endedAt } = this.#last ?? { run: null, endedAt: null }
    const fresh = endedAt !== null && this.#app.clock.now().getTime() - endedAt.getTime() < PROVIDER_REFRESH_MS
    return { updated: run?.processed ?? 0, ms: run?.ms ?? 0, at: endedAt?.toISOString() ?? null, fresh }
  }

  /** Returns why the provider refuses us until somebody acts, or `null`. */
  refusal(): FeedErrorKind | null {
    return this.#refusal?.kind ?? null
  }

  /** Runs now, unless the last run is too recent for the provider's refresh, its quota or the pace of matches. Concurrent calls share one run. */
  request(): Promise<void> {
    return this.#share(() => this.#startDue(0))
  }

  /**
   * Reads now for the operator, at any pace of matches, unless a read has ended within the provider's refresh. Joins a read that is under way. Refuses
   * `feed_unavailable` once the day's calls are spent.
   */
  async synchronise(): Promise<void> {
    while (this.#underWay !== null) {
      const last = this.#last
      await this.#underWay
      if (this.#last !== last) return
    }
    await this.#share(() => this.#readByHand())
  }

  /** Runs at the provider's own pace if a vote is about to open or a whistle is due, even if no fan is watching. */
  async watch(): Promise<void> {
    const now = this.#app.clock.now()
    if (paceOf(await pacedMatches(this.#app.db, now), now) === 'glance')
      await this.#share(() => this.#startDue(MINUTE_MS))
  }

  #share(work: () => Promise<void>): Promise<void> {
    this.#underWay ??= work().finally(() => {
      this.#underWay = null
    })
    return this.#underWay
  }

  async #readByHand(): Promise<void> {
    const { db, clock } = this.#app
    const now = clock.now()
    if (this.status().fresh) return
    if (!maySyncByHand(remainingToday(await sharedQuota(db), now))) throw new Refusal('feed_unavailable')
    // Another server may have read just now.
    if (!(await claim(db, 'scheduler-glance', now, before(now, PROVIDER_REFRESH_MS)))) return
    await claim(db, 'scheduler-realtime', now, now)
    await this.#start('all', 'hand')
  }

  async #startDue(leastFullMs: number): Promise<void> {
    const now = this.#app.clock.now()
    if (now.getTime() - this.#lookedAt < CHECK_EVERY_MS) return
    this.#lookedAt = now.getTime()
    // Before that no call would be sent.
    if (this.#refusal?.retryAt != null && now < this.#refusal.retryAt) return
    const kind = await this.#dueRun(now, leastFullMs)
    if (kind !== null) await this.#start(kind)
  }

  /** Decides which run is due. Claims in the database coordinate the servers, which share one provider. */
  async #dueRun(now: Date, leastFullMs: number): Promise<RunKind | null> {
    const { db } = this.#app
    const remaining = remainingToday(await sharedQuota(db), now)
    const [full, glance] = await Promise.all([claimedAt(db, 'scheduler-realtime'), claimedAt(db, 'scheduler-glance')])
    const pace = paceOf(await pacedMatches(db, now), now)
    const isQuiet = pace === 'quiet' && !this.#failed && (await matchesWantingDetails(db, now, now, 1)).length === 0
    const fullSpacing = Math.max(syncSpacing(remaining, now), leastFullMs, isQuiet ? CALENDAR_EVERY_MS : 0)
    const isFullDue = now.getTime() - full >= fullSpacing
    const isGlanceDue = pace === 'glance' && now.getTime() - glance >= syncSpacing(remaining, now, CALLS_PER_GLANCE)
    if (!isFullDue && !isGlanceDue) return null
    if (!(await claim(db, 'scheduler-glance', now, before(now, PROVIDER_REFRESH_MS)))) return null
    if (isFullDue && (await claim(db, 'scheduler-realtime', now, before(now, fullSpacing)))) return 'full'
    return isGlanceDue ? 'glance' : null
  }

  async #start(kind: RunKind, startedBy?: StartedBy): Promise<void> {
    const app = this.#app
    this.#failed = true
    try {
      const follow = async () => ({
        result: null,
        processed: await this.#follow(kind).catch((error: unknown) => this.#logRefusal(error)),
      })
      const run = await runFunction(app, 'scheduler-realtime', follow, startedBy)
      this.#failed = false
      this.#refusal = null
      this.#last = { run, endedAt: app.clock.now() }
    } finally {
      const quota = app.feed.quota()
      if (quota !== null) await saveQuota(app.db, quota)
    }
  }

  /** Logs a refusal that lasts as an error, repeated every quarter of an hour until it is fixed. */
  #logRefusal(error: unknown): never {
    if (error instanceof FeedError && REFUSED.includes(error.kind)) {
      const now = this.#app.clock.now().getTime()
      const { kind, retryAt } = error
      const last = this.#refusal
      const isLogged = last?.kind === kind && now - last.loggedAt < ALERT_EVERY_MS
      this.#refusal = { kind, retryAt, loggedAt: isLogged ? last.loggedAt : now }
      if (!isLogged) {
        this.#app.log.error({ err: error, kind: error.kind }, 'the football provider refuses us: check key and plan')
      }
    }
    throw error
  }

  async #follow(kind: RunKind): Promise<number> {
    const app = this.#app
    const now = app.clock.now()
    const live = await app.feed.liveMatches()
    let updated = (await ingestMatches(app, live)).length
    const seen = new Set(live.map((match) => match.id))
    const isRested = (at: Date | null) => at === null || now.getTime() - at.getTime() >= SILENT_DETAILS_EVERY_MS
    // A match leaves the live list at its whistle, so it is read once more by its id.
    const vanished = (await inPlay(app.db))
      .filter((match) => !seen.has(match.id) && (!isSilent(match, now) || isRested(match.details_at)))
      .map((match) => match.id)
    const due =
      kind !== 'glance' ? await matchesWantingDetails(app.db, now, before(now, DETAILS_EVERY_MS), MAX_DETAILS) : []
    updated += await readDetails(app, [...new Set([...vanished, ...due])].slice(0, MAX_DETAILS))
    const spacing = kind === 'all' ? 0 : CALENDAR_EVERY_MS
    if (kind !== 'glance' && (await claim(app.db, CALENDAR, now, before(now, spacing)))) {
      updated += await this.#readCalendar(now)
    }
    return updated
  }

  async #readCalendar(now: Date): Promise<number> {
    let updated = 0
    try {
      for (const days of [-1, 0, 1]) {
        const day = new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10)
        updated += (await ingestMatches(this.#app, await this.#app.feed.matchesOn(day))).length
      }
    } catch (error) {
      await releaseClaim(this.#app.db, CALENDAR)
      throw error
    }
    await reviewExclusions(this.#app)
    return updated
  }
}

const CALENDAR = 'scheduler-calendar'

/** Returns the time `ms` before `now`, or 1970 if that is infinite. */
const before = (now: Date, ms: number) => new Date(Math.max(now.getTime() - ms, 0))
