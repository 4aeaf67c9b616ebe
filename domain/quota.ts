import { DAY_MS } from './instant.ts'
import { PROVIDER_REFRESH_MS } from './refresh.ts'

/** Calls that one synchronisation takes of the provider: the live list, full records, now and then the calendar. */
export const CALLS_PER_SYNC = 4

/** Part of the day's quota that synchronisations may spend; the rest is for the night, ratings and the operator. */
export const SYNC_SHARE = 0.9

/**
 * Least milliseconds between two synchronisations so that the provider's daily quota lasts until it is renewed at 00:00 UTC, and never
 * below the provider's own refresh (decisions, "Matches and data"). `dayRemaining` null: the provider has not told yet.
 */
export function syncSpacing(dayRemaining: number | null, now: Date): number {
  if (dayRemaining === null) return PROVIDER_REFRESH_MS
  const untilRenewal = DAY_MS - (now.getTime() % DAY_MS)
  const syncsLeft = Math.floor((dayRemaining * SYNC_SHARE) / CALLS_PER_SYNC)
  return Math.max(PROVIDER_REFRESH_MS, Math.ceil(untilRenewal / Math.max(syncsLeft, 1)))
}
