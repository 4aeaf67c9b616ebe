import { MINUTE_MS } from './instant.ts'

/** A moment of play: minute 1-120 and stoppage minutes beside it; null where none is shown. */
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

const HALF_TIME_BREAK = 15
const FIRST_HALF = 45

/**
 * Minute of a period whose feed gives none, from our clock: minutes since kick-off, less the break of 15 after an hour, kept inside
 * the period (`ET`, `BT` and `P` are past 60 in any case). `null` for a code without play, and for `INT`, whose clock stands.
 */
export function estimateMinute(rawStatus: string, kickoff: Date, now: Date): number | null {
  const bounds = PERIOD_MINUTES.get(rawStatus)
  if (bounds === undefined) return null
  const sinceKickoff = Math.floor((now.getTime() - kickoff.getTime()) / MINUTE_MS)
  const played = Math.max(Math.min(sinceKickoff, FIRST_HALF), sinceKickoff - HALF_TIME_BREAK)
  return Math.min(Math.max(played, bounds[0]), bounds[1])
}

/** The later of two moments of play: a displayed minute never falls, stoppage included (decisions, "Matches and data"). */
export function laterMinute(shown: PlayedMinute, seen: PlayedMinute): PlayedMinute {
  const gained = (seen.minute ?? 0) - (shown.minute ?? 0) || (seen.extra ?? 0) - (shown.extra ?? 0)
  return gained > 0 ? seen : shown
}
