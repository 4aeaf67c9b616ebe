import { MINUTE_MS } from '../common/instant.ts'
import { estimateMinute, FIRST_HALF, HALF_TIME_BREAK, playedClock } from './minute.ts'

/** The stored state of the feed's clock, from which a minute is estimated while the feed reports none, or one that stands still. */
export interface FeedClock {
  /** Last plausible minute of the feed. */
  readonly feed_minute: number | null
  /** When that minute was first reported; `null` if it is older than the last stop of play, and so says nothing about the time played since. */
  readonly feed_moved_at: Date | null
  /** Kick-off of a match without stops that would be as far as this one; `null` until play is stopped and goes on. */
  readonly clock_from: Date | null
}

/** A reading of the clock. `minute` is `null` where the feed has none, or none that can have been played. */
export interface ClockReading {
  readonly raw_status: string
  readonly minute: number | null
  readonly observed_at: Date
}

/** A clock that has not begun to run. */
export const NO_CLOCK: FeedClock = { feed_minute: null, feed_moved_at: null, clock_from: null }

/** Periods in which the clock runs. */
const RUNNING: readonly string[] = ['1H', '2H', 'ET', 'LIVE']
/** Minutes at which a period's clock stands while stoppage time is played. */
const STOPPAGE: readonly number[] = [45, 90, 105, 120]
/** After this long a minute that does not move stands still. */
const STANDING_MS = 3 * MINUTE_MS
const LAST_EXTRA_MINUTE = 120

/** Returns the clock after a reading. `resumedAt`: the minute shown where play goes on after a stop, or else `null`. */
export function nextClock(clock: FeedClock, seen: ClockReading, resumedAt: number | null): FeedClock {
  if (!RUNNING.includes(seen.raw_status)) return clock
  const { minute, observed_at } = seen
  if (resumedAt !== null) {
    const isMoving = minute !== null && minute >= resumedAt
    return {
      feed_minute: minute ?? clock.feed_minute,
      feed_moved_at: isMoving ? observed_at : null,
      clock_from: clockStart(resumedAt, observed_at),
    }
  }
  const hasMoved = minute !== null && minute !== clock.feed_minute
  return hasMoved ? { ...clock, feed_minute: minute, feed_moved_at: observed_at } : clock
}

/** Returns the kick-off of a match without stops that is at `minute` now. */
export function clockStart(minute: number, now: Date): Date {
  const sinceKickoff = minute > FIRST_HALF ? minute + HALF_TIME_BREAK : minute
  return new Date(now.getTime() - sinceKickoff * MINUTE_MS)
}

/**
 * Returns the minute of a reading (decisions, "Matches and data"): the feed's own or, where it has none, or one that stands still for 3 minutes in play
 * other than at 45, 90, 105 and 120, the smaller of its last minute plus the time since that moved, and the clock of `kickoff`.
 */
export function minuteOfReading(clock: FeedClock, seen: ClockReading, kickoff: Date): number | null {
  const { raw_status, minute, observed_at } = seen
  if (minute !== null && !isStanding(clock, seen)) return minute
  const byKickoff = minuteByClock(seen, clock.clock_from ?? kickoff)
  const { feed_minute, feed_moved_at } = clock
  if (byKickoff === null || feed_minute === null || feed_moved_at === null || !RUNNING.includes(raw_status))
    return byKickoff
  const sinceMoved = Math.floor((observed_at.getTime() - feed_moved_at.getTime()) / MINUTE_MS)
  return Math.min(feed_minute + sinceMoved, byKickoff)
}

function isStanding({ feed_minute, feed_moved_at }: FeedClock, { raw_status, minute, observed_at }: ClockReading) {
  if (minute === null || minute !== feed_minute || !RUNNING.includes(raw_status) || STOPPAGE.includes(minute))
    return false
  return feed_moved_at === null || observed_at.getTime() - feed_moved_at.getTime() >= STANDING_MS
}

/** Returns the minute by the clock of a kick-off. In extra time it runs on only if the feed's own once did: its breaks are of no fixed length. */
function minuteByClock({ raw_status, minute, observed_at }: ClockReading, from: Date): number | null {
  if (raw_status === 'ET' && minute !== null) return Math.min(playedClock(from, observed_at), LAST_EXTRA_MINUTE)
  return estimateMinute(raw_status, from, observed_at)
}
