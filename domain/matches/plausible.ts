import { DAY_MS, MINUTE_MS } from '../common/instant.ts'

/** A kick-off further away than this is an error of the feed: no calendar reaches that far. */
const KICKOFF_DAYS = 2 * 366
/** Minutes by which play may be ahead of the clock, because kick-offs are nominal. */
const MINUTES_AHEAD = 5

/** Whether a kick-off is within two years of `now`, before or after (docs/decisions/034). */
export function isPlausibleKickoff(kickoff: Date, now: Date): boolean {
  return Math.abs(kickoff.getTime() - now.getTime()) <= KICKOFF_DAYS * DAY_MS
}

/** Whether a match that began at `kickoff` can have reached `minute` by `now`. Keeps a vote from opening on a minute that was never played. */
export function isPlausibleMinute(minute: number, kickoff: Date, now: Date): boolean {
  return minute <= (now.getTime() - kickoff.getTime()) / MINUTE_MS + MINUTES_AHEAD
}
