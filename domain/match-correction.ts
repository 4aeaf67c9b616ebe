import type { MatchState } from './match-clock.ts'
import type { MatchStatus } from './match-status.ts'
import { isPlausibleMinute } from './plausible.ts'
import { isMatchPublished } from './publication.ts'

/** Statuses to which the operator can correct a match whose feed is wrong. */
export const CORRECTIONS = ['live', 'finished', 'cancelled'] as const

/** Last minute of play that a correction can name. */
export const LAST_MINUTE = 120

/** One status to which a match can be corrected. */
export type Correction = (typeof CORRECTIONS)[number]

/** Why a correction is refused: the result is published, or the match cannot go from its status to that one. */
export type CorrectionRefusal = 'match_published' | 'course_impossible'

/** Statuses from which each correction is possible. A finished match must be reopened before it can be cancelled, for its vote is open. */
const CORRECTABLE_FROM: Readonly<Record<Correction, readonly MatchStatus[]>> = {
  live: ['upcoming', 'live', 'finished', 'suspended', 'cancelled'],
  finished: ['live', 'suspended'],
  cancelled: ['upcoming', 'live', 'suspended', 'postponed'],
}

const RAW_STATUS: Readonly<Record<Correction, string>> = { live: 'LIVE', finished: 'FT', cancelled: 'CANC' }

interface Wish {
  readonly to: Correction
  readonly minute: number | null
}

/**
 * Corrects the course of a match for the operator and returns the match as of `now` (docs/decisions/033). `minute` is that of a `live` match;
 * `null` is unknown and locks the vote until the feed reports one. A match that is upcoming or live continues only at a minute that can have been played
 * and is later than the one shown. Refuses `match_published` and `course_impossible`.
 */
export function correctCourse(stored: MatchState, { to, minute }: Wish, now: Date): MatchState | CorrectionRefusal {
  if (isMatchPublished(stored)) return 'match_published'
  if (!CORRECTABLE_FROM[to].includes(stored.status)) return 'course_impossible'
  const isSilent = to === 'live' && (stored.status === 'upcoming' || stored.status === 'live')
  if (isSilent && !isLaterMinute(stored, minute, now)) return 'course_impossible'
  const isReopened = to === 'live' && stored.finished_at !== null
  return {
    ...stored,
    status: to,
    raw_status: RAW_STATUS[to],
    ...(to === 'live' ? { minute, extra: null, started_at: stored.started_at ?? startOf(stored, now) } : {}),
    finished_at: to === 'finished' ? now : null,
    status_reason: null,
    disputed_at: null,
    reopened_at: isReopened ? now : stored.reopened_at,
    // Where only the minute was wrong there is nothing to hold against the feed: it may report the end.
    corrected_at: to === stored.status ? stored.corrected_at : now,
  }
}

/** Whether a minute is known, later than the one shown (decisions, "Matches and data"), and can have been played by `now`. */
function isLaterMinute(stored: MatchState, minute: number | null, now: Date): boolean {
  if (minute === null || minute <= (stored.minute ?? 0)) return false
  return isPlausibleMinute(minute, stored.started_at ?? stored.match_date, now)
}

/** Returns the kick-off, or `now` for a match that begins before it. */
function startOf({ match_date }: MatchState, now: Date): Date {
  return match_date < now ? match_date : now
}
