import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, msOf } from '../common/instant.ts'
import { maySyncByHand, type Pace, SCHEDULER_PERIOD_MINUTES, syncSpacing } from '../matches/pace.ts'

/** Facts from which the operator's front page and its mails follow. Every moment is the last one of its kind, `null` for none. */
export interface OperatorFacts {
  readonly feed: {
    readonly succeeded_at: Instant | null
    /** Why the provider refuses our key or account until somebody acts; `null` while it does not. */
    readonly refusal: string | null
    readonly pace: Pace
  }
  /** Calls of the provider's UTC day; `null` while unknown. */
  readonly quota: { readonly day_limit: number | null; readonly day_remaining: number | null }
  readonly nightly: {
    readonly ran_at: Instant | null
    /** Whether the run of `ran_at` succeeded. */
    readonly ok: boolean
    readonly succeeded_at: Instant | null
    readonly under_way: boolean
  }
  readonly runs: {
    /** Failed runs of the last {@link FAILED_RUNS_MS}. */
    readonly failed: number
    /** Functions whose last run is one of them. */
    readonly failing: readonly string[]
  }
  /** Results that are not published {@link RESULT_LATE_MS} after their vote. */
  readonly due: number
  /** Matches in play whose end the feed contradicts, or of which it reports nothing, for {@link DOUBT_MS}. */
  readonly in_doubt: number
  /** Provisional results. */
  readonly provisional: number
  /** Fans who ask for a review of what set their ballot aside, and have no answer yet. */
  readonly reviews: number
  /** Groups of ballots that stand apart from the others of their published match. */
  readonly suspicious: number
  readonly marked: number
  /** Anomalies of the last {@link ANOMALY_MS}. */
  readonly anomalies: number
  /** Errors of the app in browsers since the day before began. */
  readonly browser_errors: number
}

/** For this long after its vote a result is not late: ratings are read, and several passes may pass. */
export const RESULT_LATE_MS = 10 * MINUTE_MS
/** Doubt that is older is not settled by the next reading of the feed (docs/decisions/033). */
export const DOUBT_MS = 15 * MINUTE_MS
/** Older failed runs and anomalies are ignored. */
export const FAILED_RUNS_MS = DAY_MS
export const ANOMALY_MS = DAY_MS
/** Errors of two days below which browsers need no look: a few come from odd extensions and networks. */
const BROWSER_ERRORS_MANY = 50
/** The feed is stale this long after its last reading: two readings that did not come, and, at the quiet pace, as many minutes more. */
const FEED_STALE_MS: Readonly<Record<Pace, number>> = {
  glance: 5 * MINUTE_MS,
  minute: 5 * MINUTE_MS,
  quiet: (2 * SCHEDULER_PERIOD_MINUTES + 5) * MINUTE_MS,
}
/** Readings that a low quota spaces out, and that may fail before the feed is stale. */
const MISSED_READINGS = 2
/** Share of the day's calls below which the quota is low. */
const QUOTA_LOW = 0.1
/** A night is missed this long after the last one that succeeded: a day, and the time that a run takes. */
const NIGHT_MISSED_MS = 26 * HOUR_MS

/** Kinds of need, in the order of the front page: those that need an act first. */
const SEVERITIES = {
  feed_refused: 'act',
  quota_spent: 'act',
  feed_stale: 'act',
  results_due: 'act',
  end_in_doubt: 'act',
  provisional_results: 'act',
  nightly_failed: 'act',
  nightly_missed: 'act',
  runs_failing: 'act',
  quota_low: 'watch',
  reviews_asked: 'watch',
  suspicious_groups: 'watch',
  marked_matches: 'watch',
  anomalies: 'watch',
  browser_errors: 'watch',
  runs_failed: 'watch',
} as const

export type NeedKind = keyof typeof SEVERITIES
export const NEED_KINDS = Object.keys(SEVERITIES) as [NeedKind, ...NeedKind[]]
/** `act`: fans notice soon, so it is sent too; `watch`: it can wait for the day. */
export const NEED_SEVERITIES = ['act', 'watch'] as const

/** One thing that needs the operator. */
export interface Need {
  readonly kind: NeedKind
  readonly severity: (typeof NEED_SEVERITIES)[number]
}

/** Functions whose failures have kinds of their own. */
const NAMED_FUNCTIONS: readonly string[] = ['scheduler-realtime', 'scheduler-nightly']

/** Returns the needs at `now`, those that need an act first; none when all is well (docs/decisions/091). */
export function needsOf(facts: OperatorFacts, now: Date): Need[] {
  const { feed, quota, nightly, runs } = facts
  const isSpent = !maySyncByHand(quota.day_remaining)
  const isNightOk = nightly.ok || nightly.under_way
  const holds: Readonly<Record<NeedKind, boolean>> = {
    feed_refused: feed.refusal !== null,
    quota_spent: isSpent,
    feed_stale: feed.refusal === null && !isSpent && isFeedStale(facts, now),
    results_due: facts.due > 0,
    end_in_doubt: facts.in_doubt > 0,
    provisional_results: facts.provisional > 0,
    nightly_failed: nightly.ran_at !== null && !isNightOk,
    nightly_missed: isNightOk && !nightly.under_way && isOlder(nightly.succeeded_at, NIGHT_MISSED_MS, now),
    runs_failing: otherFailing(facts).length > 0,
    quota_low: !isSpent && isLow(quota),
    reviews_asked: facts.reviews > 0,
    suspicious_groups: facts.suspicious > 0,
    marked_matches: facts.marked > 0,
    anomalies: facts.anomalies > 0,
    browser_errors: facts.browser_errors >= BROWSER_ERRORS_MANY,
    runs_failed: runs.failed > 0 && otherFailing(facts).length === 0,
  }
  return NEED_KINDS.filter((kind) => holds[kind]).map((kind) => ({ kind, severity: SEVERITIES[kind] }))
}

/** Returns the functions whose last run failed, but for those whose failure is a kind of its own. */
export function otherFailing({ runs }: Pick<OperatorFacts, 'runs'>): string[] {
  return runs.failing.filter((name) => !NAMED_FUNCTIONS.includes(name))
}

/** Returns whether the feed has not been read for too long. A quota that must last until midnight spaces readings out. */
function isFeedStale({ feed, quota }: OperatorFacts, now: Date): boolean {
  const spaced = MISSED_READINGS * syncSpacing(quota.day_remaining, now)
  return isOlder(feed.succeeded_at, Math.max(FEED_STALE_MS[feed.pace], spaced), now)
}

function isLow({ day_limit, day_remaining }: OperatorFacts['quota']): boolean {
  return day_limit !== null && day_remaining !== null && day_remaining < day_limit * QUOTA_LOW
}

function isOlder(at: Instant | null, ms: number, now: Date): boolean {
  return at === null || now.getTime() - msOf(at) > ms
}
