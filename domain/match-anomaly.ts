import { HOUR_MS, type Instant, MINUTE_MS, msOf } from './instant.ts'
import type { MatchStatus } from './match-status.ts'

/**
 * Something in a match's course that the operator should read about:
 * - `unknown_status`: a code outside the list;
 * - `early_whistle`: an end told before minute 80;
 * - `reopened`: live after its final whistle; `unfinished`: any other step back from it;
 * - `awarded_in_play`, `awarded_after_finish`: decided on the green table;
 * - `unstarted`: announced again, at the same hour, though in play;
 * - `uncancelled`: a cancelled match comes back;
 * - `contradicts_operator`: otherwise than the operator corrected it;
 * - `closed_by_estimate`: no news of a live match for hours;
 * - `implausible_kickoff`: years away; the one held stays;
 * - `round_after_publication`: corrected too late to change phase and coefficient.
 */
export type MatchAnomaly =
  | 'unknown_status'
  | 'early_whistle'
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

/** The match as it is held. `disputed_at`: first reading of a contradiction that is not believed yet. */
interface Held {
  readonly status: MatchStatus
  readonly minute: number | null
  readonly match_date: Date
  readonly disputed_at: Date | null
  readonly corrected_at: Date | null
  readonly published_at: Date | null
}

/** The match as a feed tells it; `status` null for a code outside the list. */
interface Seen {
  readonly status: MatchStatus | null
  readonly raw_status: string
  readonly kickoff_at: Date
  readonly observed_at: Date
}

/** Minute of play before which a final whistle needs a second reading. */
export const EARLY_WHISTLE_MINUTE = 80

/** A contradiction is believed when it is told again this long after its first reading, and nothing else in between. */
export const DISPUTE_MS = 2 * MINUTE_MS

/** For this long a feed does not overrule the operator, unless it agrees meanwhile. */
export const CORRECTION_HOURS = 3

const AWARDED: readonly string[] = ['AWD', 'WO']
const HALF_TIME_BREAK = 15

/**
 * What is odd about seeing a match so, `null` when nothing is (provider facts, section 5). `lastNewsAt` is the last reading of the match
 * that was believed.
 */
export function anomalyOf(held: Held | null, seen: Seen, lastNewsAt: Instant | null): MatchAnomaly | null {
  if (seen.status === null) return 'unknown_status'
  if (held === null) return null
  if (isOverruled(held, seen)) return 'contradicts_operator'
  if (held.status === 'finished') return anomalyAfterFinish(seen)
  if (held.status === 'live' && AWARDED.includes(seen.raw_status)) return 'awarded_in_play'
  if (seen.status === 'finished' && held.status !== 'cancelled') {
    return playedMinute(held, seen, lastNewsAt) < EARLY_WHISTLE_MINUTE ? 'early_whistle' : null
  }
  if (held.status === 'live') return anomalyInPlay(held, seen)
  return held.status === 'cancelled' && seen.status !== 'cancelled' ? 'uncancelled' : null
}

/** What becomes of an observation: taken, left out, or left out until it is told again. */
export type Verdict = 'believed' | 'rejected' | 'disputed'

/**
 * An early end, an award in play and play after an unpublished end are believed at their second reading; a return from cancellation at
 * once; no other anomaly ever.
 */
export function verdictOf(held: Held, anomaly: MatchAnomaly | null, now: Date): Verdict {
  if (anomaly === null || anomaly === 'uncancelled') return 'believed'
  const isDisputable =
    anomaly === 'early_whistle' ||
    anomaly === 'awarded_in_play' ||
    (anomaly === 'reopened' && held.published_at === null)
  if (!isDisputable) return 'rejected'
  return held.disputed_at !== null && now.getTime() - held.disputed_at.getTime() >= DISPUTE_MS ? 'believed' : 'disputed'
}

function isOverruled(held: Held, seen: Seen): boolean {
  if (held.corrected_at === null || seen.status === held.status) return false
  return seen.observed_at.getTime() - held.corrected_at.getTime() < CORRECTION_HOURS * HOUR_MS
}

function anomalyAfterFinish(seen: Seen): MatchAnomaly | null {
  if (seen.status === 'finished') return null
  if (AWARDED.includes(seen.raw_status)) return 'awarded_after_finish'
  return seen.status === 'live' ? 'reopened' : 'unfinished'
}

function anomalyInPlay(held: Held, seen: Seen): MatchAnomaly | null {
  const isRescheduled = seen.kickoff_at.getTime() !== held.match_date.getTime()
  return seen.status === 'upcoming' && !isRescheduled ? 'unstarted' : null
}

/** The furthest that play can have come: what was last seen and the time since; without a minute, the time since kick-off. */
function playedMinute(held: Held, seen: Seen, lastNewsAt: Instant | null): number {
  const now = seen.observed_at.getTime()
  const isPlayed = held.status === 'live' || held.status === 'suspended'
  if (isPlayed && held.minute !== null && lastNewsAt !== null) {
    return held.minute + (now - msOf(lastNewsAt)) / MINUTE_MS
  }
  return (now - seen.kickoff_at.getTime()) / MINUTE_MS - HALF_TIME_BREAK
}
