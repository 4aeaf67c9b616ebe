import { DAY_MS, MINUTE_MS } from '@tribune/domain/common/instant.ts'
import type { FeedQuota } from '../../feed.ts'

/** Reads the quota headers: those with `-requests` are the day's, the others the minute's. Returns `null` without any of the four. */
export function readQuota(headers: Headers, readAt: Date): FeedQuota | null {
  const quota = {
    dayLimit: count(headers.get('x-ratelimit-requests-limit')),
    dayRemaining: count(headers.get('x-ratelimit-requests-remaining')),
    minuteLimit: count(headers.get('x-ratelimit-limit')),
    minuteRemaining: count(headers.get('x-ratelimit-remaining')),
  }
  return Object.values(quota).every((value) => value === null) ? null : { ...quota, readAt }
}

/**
 * Merges a newly reported quota into the previous one. Answers overtake each other, so within one minute, or one UTC day, the lowest remainder
 * is the latest. Values that an answer leaves out stay as they were.
 */
export function laterQuota(before: FeedQuota | null, reported: FeedQuota): FeedQuota {
  if (before === null) return reported
  const isSameDay = isSamePeriod(before.readAt, reported.readAt, DAY_MS)
  const isSameMinute = isSamePeriod(before.readAt, reported.readAt, MINUTE_MS)
  return {
    dayLimit: reported.dayLimit ?? before.dayLimit,
    dayRemaining: remainder(before.dayRemaining, reported.dayRemaining, isSameDay),
    minuteLimit: reported.minuteLimit ?? before.minuteLimit,
    minuteRemaining: remainder(before.minuteRemaining, reported.minuteRemaining, isSameMinute),
    readAt: reported.readAt,
  }
}

/** Returns whether both moments are in the same period of this length, such as a minute or a UTC day. */
export function isSamePeriod(a: Date, b: Date, periodMs: number): boolean {
  return Math.floor(a.getTime() / periodMs) === Math.floor(b.getTime() / periodMs)
}

/** Returns the start of the next period of this length. */
export function nextPeriod(now: Date, periodMs: number): Date {
  return new Date((Math.floor(now.getTime() / periodMs) + 1) * periodMs)
}

function remainder(before: number | null, reported: number | null, isSame: boolean): number | null {
  if (!isSame) return reported
  if (before === null || reported === null) return reported ?? before
  return Math.min(before, reported)
}

function count(header: string | null): number | null {
  return header !== null && /^\d+$/.test(header.trim()) ? Number(header) : null
}
