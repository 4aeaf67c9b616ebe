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

/** Whether a minute is from before its period, as of a clock that stands still: it says nothing. */
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
