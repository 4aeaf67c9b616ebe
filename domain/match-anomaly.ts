import type { MatchStatus } from './match-status.ts'

/**
 * Something in a match's course that the operator should read about:
 * - `unknown_status`: a code outside the list;
 * - `reopened`: live after its final whistle; `unfinished`: any other step back from it;
 * - `awarded_in_play`, `awarded_after_finish`: decided on the green table, which touches neither votes nor clock;
 * - `unstarted`: announced again, at the same hour, though in play;
 * - `uncancelled`: a cancelled match comes back;
 * - `closed_by_estimate`: no news of a live match for hours.
 */
export type MatchAnomaly =
  | 'unknown_status'
  | 'reopened'
  | 'unfinished'
  | 'awarded_in_play'
  | 'awarded_after_finish'
  | 'unstarted'
  | 'uncancelled'
  | 'closed_by_estimate'

/** The match as it is held. */
interface Held {
  readonly status: MatchStatus
  readonly match_date: Date
}

/** The match as a feed tells it; `status` null for a code outside the list. */
interface Seen {
  readonly status: MatchStatus | null
  readonly raw_status: string
  readonly kickoff_at: Date
}

const AWARDED: readonly string[] = ['AWD', 'WO']

/** What is odd about seeing a match so, `null` when nothing is (provider facts, section 5). */
export function anomalyOf(held: Held | null, seen: Seen): MatchAnomaly | null {
  if (seen.status === null) return 'unknown_status'
  if (held?.status === 'finished') return anomalyAfterFinish(seen)
  if (held?.status === 'live') return anomalyInPlay(held, seen)
  return held?.status === 'cancelled' && seen.status !== 'cancelled' ? 'uncancelled' : null
}

/** Whether the match stays exactly as it was held. Only a return from cancellation is believed. */
export function isRejected(anomaly: MatchAnomaly | null): boolean {
  return anomaly !== null && anomaly !== 'uncancelled'
}

function anomalyAfterFinish(seen: Seen): MatchAnomaly | null {
  if (seen.status === 'finished') return null
  if (AWARDED.includes(seen.raw_status)) return 'awarded_after_finish'
  return seen.status === 'live' ? 'reopened' : 'unfinished'
}

function anomalyInPlay(held: Held, seen: Seen): MatchAnomaly | null {
  if (AWARDED.includes(seen.raw_status)) return 'awarded_in_play'
  const isRescheduled = seen.kickoff_at.getTime() !== held.match_date.getTime()
  return seen.status === 'upcoming' && !isRescheduled ? 'unstarted' : null
}
