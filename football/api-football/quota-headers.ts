import { MINUTE_MS } from '@tribune/domain/instant.ts'
import type { FeedQuota } from '../feed.ts'

export const DAY_MS = 24 * 60 * MINUTE_MS

/** The day's pair carries `-requests`, the minute's pair does not. `null` when the answer tells none of the four. */
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
 * Answers overtake each other: within one minute, or one UTC day, the lowest remainder told is the truest.
 * What an answer leaves out is kept from the one before.
 */
export function laterQuota(before: FeedQuota | null, told: FeedQuota): FeedQuota {
  if (before === null) return told
  return {
    dayLimit: told.dayLimit ?? before.dayLimit,
    dayRemaining: remainder(before.dayRemaining, told.dayRemaining, isSamePeriod(before.readAt, told.readAt, DAY_MS)),
    minuteLimit: told.minuteLimit ?? before.minuteLimit,
    minuteRemaining: remainder(
      before.minuteRemaining,
      told.minuteRemaining,
      isSamePeriod(before.readAt, told.readAt, MINUTE_MS),
    ),
    readAt: told.readAt,
  }
}

/** Whether both moments lie in the same minute, hour or UTC day. */
export function isSamePeriod(a: Date, b: Date, periodMs: number): boolean {
  return Math.floor(a.getTime() / periodMs) === Math.floor(b.getTime() / periodMs)
}

/** Start of the next minute or UTC day. */
export function nextPeriod(now: Date, periodMs: number): Date {
  return new Date((Math.floor(now.getTime() / periodMs) + 1) * periodMs)
}

function remainder(before: number | null, told: number | null, isSame: boolean): number | null {
  if (!isSame) return told
  if (before === null || told === null) return told ?? before
  return Math.min(before, told)
}

function count(header: string | null): number | null {
  return header !== null && /^\d+$/.test(header.trim()) ? Number(header) : null
}
