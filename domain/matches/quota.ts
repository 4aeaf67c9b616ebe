import { DAY_MS } from '../common/instant.ts'
import { PROVIDER_REFRESH_MS } from './pace.ts'

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
