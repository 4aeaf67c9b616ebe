import { DAY_MS, type Instant, msOf } from '../common/instant.ts'

/** Maximum number of characters of a notice to fans. */
export const MAX_NOTICE_LENGTH = 200
/** Days after which every notice ends. */
const MAX_NOTICE_DAYS = 31

/** When fans see a notice. */
export interface NoticeTimes {
  readonly starts_at: Instant
  readonly ends_at: Instant
}

/** Returns whether fans see a notice at `now`: from its start until its end, exclusive. */
export function isNoticeShown({ starts_at, ends_at }: NoticeTimes, now: Date): boolean {
  return msOf(starts_at) <= now.getTime() && now.getTime() < msOf(ends_at)
}

/** Returns whether a notice may have these times at `now`: it ends later than it starts, in the future, and within `MAX_NOTICE_DAYS`. */
export function areNoticeTimesValid({ starts_at, ends_at }: NoticeTimes, now: Date): boolean {
  const last = now.getTime() + MAX_NOTICE_DAYS * DAY_MS
  return msOf(ends_at) > Math.max(msOf(starts_at), now.getTime()) && msOf(ends_at) <= last
}
