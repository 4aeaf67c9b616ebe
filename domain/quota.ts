import { DAY_MS } from './instant.ts'
import { PROVIDER_REFRESH_MS } from './refresh.ts'

/** Calls that one synchronisation takes of the provider: the live list, full records, now and then the calendar. */
export const CALLS_PER_SYNC = 4

/** Calls of a glance: the live list, and at whistles the matches that have left it. */
export const CALLS_PER_GLANCE = 2

/** Part of the day's quota that synchronisations may spend; the rest is for the night, ratings and the operator. */
export const SYNC_SHARE = 0.9

/** What the provider told of the day's quota, and when. */
export interface ToldQuota {
  readonly dayRemaining: number | null
  readonly readAt: Date
}

/** Calls left of the day that `now` is in, `null` when unknown: what was told before 00:00 UTC says nothing of the new day. */
export function remainingToday(told: ToldQuota | null, now: Date): number | null {
  const isToday = told !== null && Math.floor(told.readAt.getTime() / DAY_MS) === Math.floor(now.getTime() / DAY_MS)
  return isToday ? told.dayRemaining : null
}

/**
 * Least milliseconds between two runs of so many calls so that the provider's daily quota lasts until it is renewed at 00:00 UTC, and
 * never below the provider's own refresh (decisions, "Matches and data"). `dayRemaining` null: the provider has not told yet. Infinite when
 * not one more run is left: the next day's quota is unknown again, and begins at once.
 */
export function syncSpacing(dayRemaining: number | null, now: Date, calls: number = CALLS_PER_SYNC): number {
  if (dayRemaining === null) return PROVIDER_REFRESH_MS
  const untilRenewal = DAY_MS - (now.getTime() % DAY_MS)
  const runsLeft = Math.floor((dayRemaining * SYNC_SHARE) / calls)
  return runsLeft === 0 ? Number.POSITIVE_INFINITY : Math.max(PROVIDER_REFRESH_MS, Math.ceil(untilRenewal / runsLeft))
}
