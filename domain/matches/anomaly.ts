import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, msOf } from '../common/instant.ts'
import { isMatchPublished } from '../results/publication.ts'
import { HALF_TIME_BREAK } from './minute.ts'
import { attemptOf, hasPlayed, type StoredAttempt, showsReplay } from './replay.ts'
import type { MatchStatus } from './status.ts'

/**
 * An oddity in a match's course that the operator should know about (docs/decisions/033 and 034):
 * - `unknown_status`: a status code outside the list;
 * - `early_whistle`: an end reported before minute 80;
 * - `replayed`: begun again after play had begun (`match-replay.ts`);
 * - `reopened`: live again after its final whistle; `unfinished`: back in any other earlier state;
 * - `awarded_in_play`, `awarded_after_finish`: decided by a ruling instead of on the pitch;
 * - `unstarted`: upcoming again, at the same kick-off, though in play;
 * - `uncancelled`: a cancelled match comes back;
 * - `contradicts_operator`: differs from the operator's correction;
 * - `closed_by_estimate`: a live match without news for hours;
 * - `implausible_kickoff`: years away; the stored kick-off stays;
 * - `round_after_publication`: corrected too late to change phase and coefficient;
 * - `kickoff_after_publication`: corrected too late to change day and season.
 */
export type MatchAnomaly =
  | 'unknown_status'
  | 'early_whistle'
  | 'replayed'
  | 'reopened'
  | 'unfinished'
  | 'awarded_in_play'
  | 'awarded_after_finish'
  | 'unstarted'
  | 'uncancelled'
  | 'contradicts_operator'
  | 'closed_by_estimate'
  | 'implausible_kickoff'
  | 'round_after_publication'
  | 'kickoff_after_publication'

/** The stored match. `disputed_at`: first reading of a contradiction that is not believed yet. */
interface StoredMatch extends StoredAttempt {
  readonly match_date: Date
  readonly disputed_at: Date | null
  readonly disputed_as: MatchAnomaly | null
  readonly corrected_at: Date | null
  readonly published_at: Date | null
}

/** The match as the feed reports it; `status` is `null` for a code outside the list. */
interface ObservedMatch {
  readonly status: MatchStatus | null
  readonly raw_status: string
  readonly minute: number | null
  readonly kickoff_at: Date
  readonly observed_at: Date
}

/** Minute of play before which a final whistle needs a second reading. */
const EARLY_WHISTLE_MINUTE = 80

/** A contradiction is believed when the feed repeats it this long after its first reading, and reports nothing else in between. */
const DISPUTE_MS = 2 * MINUTE_MS

/** For this long the feed cannot overrule the operator's correction, unless it has agreed with it since. */
const CORRECTION_HOURS = 3

const AWARDED: readonly string[] = ['AWD', 'WO']

/**
 * Returns how an observation contradicts the stored match, or `null` when it does not (provider format, section 5). `stored` is `null` for a
 * match seen for the first time; `lastNewsAt` is the last observation of the match that was believed.
 */
export function anomalyOf(
  stored: StoredMatch | null,
  seen: ObservedMatch,
  lastNewsAt: Instant | null,
): MatchAnomaly | null {
  if (seen.status === null) return 'unknown_status'
  if (stored === null) return null
  const isReplay = showsReplay(stored, seen, lastNewsAt)
  if (isOverruled(stored, seen, isReplay)) return 'contradicts_operator'
  if (isReplay) return 'replayed'
  if (stored.status === 'finished') return anomalyAfterFinish(seen)
  if (isBegun(stored) && AWARDED.includes(seen.raw_status)) return 'awarded_in_play'
  if (seen.status === 'finished' && (stored.status !== 'cancelled' || hasPlayed(stored))) {
    return playedMinute(stored, seen, lastNewsAt) < EARLY_WHISTLE_MINUTE ? 'early_whistle' : null
  }
  if (stored.status === 'live') return anomalyInPlay(stored, seen)
  return stored.status === 'cancelled' && seen.status !== 'cancelled' ? 'uncancelled' : null
}

/** Whether an observation is applied, dropped, or dropped until the feed repeats it. */
export type Verdict = 'believed' | 'rejected' | 'disputed'

/**
 * Decides what an anomaly does to its observation at `now` (docs/decisions/033). An early end, an award in play, a replay, and play after
 * an unpublished end are believed when repeated after `DISPUTE_MS`; a return from cancellation at once; any other anomaly never.
 */
export function verdictOf(stored: StoredMatch, anomaly: MatchAnomaly | null, now: Date): Verdict {
  if (anomaly === null || anomaly === 'uncancelled') return 'believed'
  const isDisputable =
    anomaly === 'early_whistle' ||
    anomaly === 'awarded_in_play' ||
    anomaly === 'replayed' ||
    (anomaly === 'reopened' && !isMatchPublished(stored))
  if (!isDisputable) return 'rejected'
  const isRepeated =
    stored.disputed_as === anomaly &&
    stored.disputed_at !== null &&
    now.getTime() - stored.disputed_at.getTime() >= DISPUTE_MS
  return isRepeated ? 'believed' : 'disputed'
}

function isOverruled(stored: StoredMatch, seen: ObservedMatch, isReplay: boolean): boolean {
  if (stored.corrected_at === null || (seen.status === stored.status && !isReplay)) return false
  return seen.observed_at.getTime() - stored.corrected_at.getTime() < CORRECTION_HOURS * HOUR_MS
}

function anomalyAfterFinish(seen: ObservedMatch): MatchAnomaly | null {
  if (seen.status === 'finished') return null
  if (AWARDED.includes(seen.raw_status)) return 'awarded_after_finish'
  return seen.status === 'live' ? 'reopened' : 'unfinished'
}

function anomalyInPlay(stored: StoredMatch, seen: ObservedMatch): MatchAnomaly | null {
  const isRescheduled = seen.kickoff_at.getTime() !== stored.match_date.getTime()
  return seen.status === 'upcoming' && !isRescheduled ? 'unstarted' : null
}

/** Returns whether a match has begun and not ended, be it interrupted until another day. */
export function isBegun({ status }: Pick<StoredMatch, 'status'>): boolean {
  return status === 'live' || status === 'suspended'
}

/** Returns the latest minute that play can have reached: the last one seen plus the time since then or, without one, the time since kick-off. */
function playedMinute(stored: StoredMatch, seen: ObservedMatch, lastNewsAt: Instant | null): number {
  const now = seen.observed_at.getTime()
  const { minute } = attemptOf(stored)
  if (hasPlayed(stored) && minute !== null && lastNewsAt !== null) return minute + (now - msOf(lastNewsAt)) / MINUTE_MS
  return (now - seen.kickoff_at.getTime()) / MINUTE_MS - HALF_TIME_BREAK
}

/** A kick-off further away than this is an error of the feed: no calendar reaches that far. */
const KICKOFF_DAYS = 2 * 366
/** Minutes by which play may be ahead of the clock, because kick-offs are nominal. */
const MINUTES_AHEAD = 5

/** Returns whether a kick-off is within two years of `now`, before or after (docs/decisions/034). */
export function isPlausibleKickoff(kickoff: Date, now: Date): boolean {
  return Math.abs(kickoff.getTime() - now.getTime()) <= KICKOFF_DAYS * DAY_MS
}

/** Returns whether a match that began at `kickoff` can have reached `minute` by `now`. Keeps a vote from opening on a minute that was never played. */
export function isPlausibleMinute(minute: number, kickoff: Date, now: Date): boolean {
  return minute <= (now.getTime() - kickoff.getTime()) / MINUTE_MS + MINUTES_AHEAD
}
