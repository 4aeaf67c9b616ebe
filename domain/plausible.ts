import { DAY_MS, MINUTE_MS } from './instant.ts'

/** A kick-off this far from now is a slip of the feed: calendars end before. */
const KICKOFF_DAYS = 2 * 366
/** Minutes that play may be ahead of the clock: kick-offs are nominal. */
const MINUTES_AHEAD = 5

/** Whether a match may kick off then. */
export function isPlausibleKickoff(kickoff: Date, now: Date): boolean {
  return Math.abs(kickoff.getTime() - now.getTime()) <= KICKOFF_DAYS * DAY_MS
}

/** Whether a match that began at `kickoff` can have come to that minute: no vote opens on a minute that was never played. */
export function isPlausibleMinute(minute: number, kickoff: Date, now: Date): boolean {
  return minute <= (now.getTime() - kickoff.getTime()) / MINUTE_MS + MINUTES_AHEAD
}
