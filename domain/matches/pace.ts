import { VOTE_OPENING_MINUTE } from '../ballots/voting-window.ts'
import { DAY_MS, MINUTE_MS } from '../common/instant.ts'
import type { MatchStatus } from './status.ts'

/** How often the feed is read: `glance`, at the provider's own refresh; `minute`, once a minute; `quiet`, every quarter of an hour. */
export const PACES = ['glance', 'minute', 'quiet'] as const
export type Pace = (typeof PACES)[number]

/** The provider's own refresh, in milliseconds: it is never called more often for the same thing (decisions, "Matches and data"). */
export const PROVIDER_REFRESH_MS = 15_000
/** Minutes between two reads at the `quiet` pace. */
export const SCHEDULER_PERIOD_MINUTES = 15

/** The fields of a match that set the pace. `observed_at`: the last observation that was believed. */
export interface PacedMatch {
  readonly status: MatchStatus
  readonly raw_status: string
  readonly minute: number | null
  readonly match_date: Date
  readonly observed_at: Date
}

/** Minutes before the vote opens from which the opening is watched for. */
const BEFORE_OPENING = 5
/** Minutes from which the final whistle is watched for, in normal and in extra time. */
const LAST_MINUTE = 88
const LAST_EXTRA_MINUTE = 118
/** Minutes without believed news after which a match in play is silent: it no longer sets the pace, nor is it read at each run. */
export const SILENT_MINUTES = 10
/** Minutes after kick-off for which an upcoming match is watched for. One that starts later shows in the live list. */
export const KICKOFF_MINUTES = 30

/** Returns the pace that the most urgent match needs at `now` (decisions, "Matches and data"); `quiet` without any. */
export function paceOf(matches: readonly PacedMatch[], now: Date): Pace {
  if (matches.some((match) => isDecisive(match, now))) return 'glance'
  return matches.some((match) => isAwaited(match, now) || isFollowed(match, now)) ? 'minute' : 'quiet'
}

/** Returns whether a match in play has had no believed news for `SILENT_MINUTES`. */
export function isSilent({ observed_at }: Pick<PacedMatch, 'observed_at'>, now: Date): boolean {
  return now.getTime() - observed_at.getTime() > SILENT_MINUTES * MINUTE_MS
}

/** Returns whether the vote is about to open, or the final whistle is due. */
function isDecisive(match: PacedMatch, now: Date): boolean {
  if (!isFollowed(match, now) || match.minute === null) return false
  if (match.raw_status === 'P') return true
  if (['HT', 'BT', 'INT'].includes(match.raw_status)) return false
  const minute = match.minute + (now.getTime() - match.observed_at.getTime()) / MINUTE_MS
  if (match.raw_status === 'ET') return minute >= LAST_EXTRA_MINUTE
  const isOpening = match.minute < VOTE_OPENING_MINUTE && minute >= VOTE_OPENING_MINUTE - BEFORE_OPENING
  return isOpening || minute >= LAST_MINUTE
}

function isFollowed(match: PacedMatch, now: Date): boolean {
  return match.status === 'live' && !isSilent(match, now)
}

function isAwaited({ status, match_date }: PacedMatch, now: Date): boolean {
  const late = now.getTime() - match_date.getTime()
  return status === 'upcoming' && late >= 0 && late <= KICKOFF_MINUTES * MINUTE_MS
}

/** Provider calls of one synchronisation: the live list, full records, now and then the calendar. */
export const CALLS_PER_SYNC = 4

/** Provider calls of a glance: the live list and, at whistles, the matches that have left it. */
export const CALLS_PER_GLANCE = 2

/** Provider calls of the operator's synchronisation: live list, full records, and always the calendar. */
const CALLS_BY_HAND = 7

/** Share of the daily quota that synchronisations may spend; the rest is for the nightly run, ratings and the operator. */
export const SYNC_SHARE = 0.9

/** The daily quota as the provider last reported it, and when. */
export interface ReportedQuota {
  readonly dayRemaining: number | null
  readonly readAt: Date
}

/** Returns the calls left on the UTC day of `now`, or `null` if unknown: a report from before 00:00 UTC says nothing about the new day. */
export function remainingToday(reported: ReportedQuota | null, now: Date): number | null {
  const isToday =
    reported !== null && Math.floor(reported.readAt.getTime() / DAY_MS) === Math.floor(now.getTime() / DAY_MS)
  return isToday ? reported.dayRemaining : null
}

/**
 * Returns the shortest time in milliseconds between two runs of `calls` calls that makes the provider's daily quota last until 00:00 UTC,
 * never below the provider's own refresh (decisions, "Matches and data"). `dayRemaining` is `null` if unknown. Infinite when no run is left:
 * the next day's quota is unknown again, so runs resume at once.
 */
export function syncSpacing(dayRemaining: number | null, now: Date, calls: number = CALLS_PER_SYNC): number {
  if (dayRemaining === null) return PROVIDER_REFRESH_MS
  const untilRenewal = DAY_MS - (now.getTime() % DAY_MS)
  const runsLeft = Math.floor((dayRemaining * SYNC_SHARE) / calls)
  return runsLeft === 0 ? Number.POSITIVE_INFINITY : Math.max(PROVIDER_REFRESH_MS, Math.ceil(untilRenewal / runsLeft))
}

/** Returns whether the operator may synchronise now: as long as the calls reserved for one synchronisation are left. `dayRemaining` is `null` if unknown. */
export function maySyncByHand(dayRemaining: number | null): boolean {
  return dayRemaining === null || dayRemaining >= CALLS_BY_HAND
}
