import { VOTE_OPENING_MINUTE } from '../ballots/voting-window.ts'
import { MINUTE_MS } from '../common/instant.ts'
import type { MatchStatus } from './status.ts'

/** How often the feed is read: `glance`, at the provider's own refresh; `minute`, once a minute; `quiet`, every quarter of an hour. */
export const PACES = ['glance', 'minute', 'quiet'] as const
export type Pace = (typeof PACES)[number]

/** The provider's own refresh, in milliseconds: it is never called more often for the same thing (decisions, "Matches and data"). */
export const PROVIDER_REFRESH_MS = 15_000
/** Minutes between two reads at the `quiet` pace. */
export const SCHEDULER_PERIOD_MINUTES = 15

/** The fields of a match that set the pace. `observed_at`: the last observation that was believed. */
export interface PacedMatch {
  readonly status: MatchStatus
  readonly raw_status: string
  readonly minute: number | null
  readonly match_date: Date
  readonly observed_at: Date
}

/** Minutes before the vote opens from which the opening is watched for. */
const BEFORE_OPENING = 5
/** Minutes from which the final whistle is watched for, in normal and in extra time. */
const LAST_MINUTE = 88
const LAST_EXTRA_MINUTE = 118
/** Minutes without believed news after which a match in play is silent: it no longer sets the pace, nor is it read at each run. */
export const SILENT_MINUTES = 10
/** Minutes after kick-off for which an upcoming match is watched for. One that starts later shows in the live list. */
export const KICKOFF_MINUTES = 30

/** Returns the pace that the most urgent match needs at `now` (decisions, "Matches and data"); `quiet` without any. */
export function paceOf(matches: readonly PacedMatch[], now: Date): Pace {
  if (matches.some((match) => isDecisive(match, now))) return 'glance'
  return matches.some((match) => isAwaited(match, now) || isFollowed(match, now)) ? 'minute' : 'quiet'
}

/** Returns whether a match in play has had no believed news for `SILENT_MINUTES`. */
export function isSilent({ observed_at }: Pick<PacedMatch, 'observed_at'>, now: Date): boolean {
  return now.getTime() - observed_at.getTime() > SILENT_MINUTES * MINUTE_MS
}

/** Returns whether the vote is about to open, or the final whistle is due. */
function isDecisive(match: PacedMatch, now: Date): boolean {
  if (!isFollowed(match, now) || match.minute === null) return false
  if (match.raw_status === 'P') return true
  if (['HT', 'BT', 'INT'].includes(match.raw_status)) return false
  const minute = match.minute + (now.getTime() - match.observed_at.getTime()) / MINUTE_MS
  if (match.raw_status === 'ET') return minute >= LAST_EXTRA_MINUTE
  const isOpening = match.minute < VOTE_OPENING_MINUTE && minute >= VOTE_OPENING_MINUTE - BEFORE_OPENING
  return isOpening || minute >= LAST_MINUTE
}

function isFollowed(match: PacedMatch, now: Date): boolean {
  return match.status === 'live' && !isSilent(match, now)
}

function isAwaited({ status, match_date }: PacedMatch, now: Date): boolean {
  const late = now.getTime() - match_date.getTime()
  return status === 'upcoming' && late >= 0 && late <= KICKOFF_MINUTES * MINUTE_MS
}
