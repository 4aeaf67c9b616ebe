import { MINUTE_MS } from '../common/instant.ts'

/** A moment of play: the minute, 1-120, and the stoppage minutes on top of it; `null` where none is shown. */
export interface PlayedMinute {
  readonly minute: number | null
  readonly extra: number | null
}

/** Lowest and highest minute of each period of play, by the feed's short code. */
const PERIOD_MINUTES: ReadonlyMap<string, readonly [lowest: number, highest: number]> = new Map([
  ['1H', [1, 45]],
  ['HT', [45, 45]],
  ['2H', [46, 90]],
  ['ET', [90, 90]],
  ['BT', [90, 90]],
  ['P', [120, 120]],
  ['LIVE', [1, 90]],
  ['FT', [90, 90]],
  ['AET', [120, 120]],
  ['PEN', [120, 120]],
])

/** Last minute of play that every match has. */
export const FULL_TIME_MINUTE = 90
/** Minutes between the halves. */
export const HALF_TIME_BREAK = 15
/** Last minute of the first half. */
export const FIRST_HALF = 45

/**
 * Estimates the minute of play where the feed reports none: minutes since `kickoff`, less the half-time break of 15 after the first hour,
 * clamped to the period of `rawStatus` (decisions, "Matches and data"). Returns `null` for a code without play, and for `INT`, whose clock is
 * stopped.
 */
export function estimateMinute(rawStatus: string, kickoff: Date, now: Date): number | null {
  const bounds = periodMinutes(rawStatus)
  if (bounds === undefined) return null
  return Math.min(Math.max(playedClock(kickoff, now), bounds[0]), bounds[1])
}

/** Returns the lowest and highest minute of a period of play; `undefined` for a code without play, and for `INT`. */
export function periodMinutes(rawStatus: string): readonly [lowest: number, highest: number] | undefined {
  return PERIOD_MINUTES.get(rawStatus)
}

/** Periods whose clock cannot show a minute of an earlier one. */
const LATER_PERIODS: readonly string[] = ['HT', '2H', 'ET', 'BT']

/** Returns whether a minute is from before its period, as of a clock that stands still: it says nothing. */
export function isBeforePeriod(rawStatus: string, minute: number): boolean {
  const [lowest] = periodMinutes(rawStatus) ?? [0]
  return LATER_PERIODS.includes(rawStatus) && minute < lowest - 1
}

/** Returns the minutes played by the clock of a kick-off: minutes since then, less the half-time break of 15 after the first hour; negative before it. */
export function playedClock(kickoff: Date, now: Date): number {
  const sinceKickoff = Math.floor((now.getTime() - kickoff.getTime()) / MINUTE_MS)
  return Math.max(Math.min(sinceKickoff, FIRST_HALF), sinceKickoff - HALF_TIME_BREAK)
}

/** Returns the later of two moments of play, `shown` if equal: the displayed minute never falls (decisions, "Matches and data"). */
export function laterMinute(shown: PlayedMinute, seen: PlayedMinute): PlayedMinute {
  const gained = (seen.minute ?? 0) - (shown.minute ?? 0) || (seen.extra ?? 0) - (shown.extra ?? 0)
  return gained > 0 ? seen : shown
}

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
