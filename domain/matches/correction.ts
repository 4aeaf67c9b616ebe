import { isMatchPublished } from '../results/publication.ts'
import { isPlausibleMinute } from './anomaly.ts'
import { announcedPlay, type MatchState, startAfresh } from './clock.ts'
import { clockStart } from './minute.ts'
import { attemptOf, hasPlayed } from './replay.ts'

/** Statuses to which the operator can correct a match whose feed is wrong: each from each. */
export const CORRECTIONS = ['live', 'finished', 'suspended', 'cancelled', 'postponed', 'upcoming'] as const

/** Last minute of play that a correction can name. */
export const LAST_MINUTE = 120

/** One status to which a match can be corrected. */
export type Correction = (typeof CORRECTIONS)[number]

/**
 * Why a correction is refused: the result is published; the minute cannot have been played yet; the match, whose play never began, has nothing to
 * replay; or the match is there already.
 */
export type CorrectionRefusal = 'match_published' | 'minute_not_played' | 'nothing_to_replay' | 'course_unchanged'

const RAW_STATUS: Readonly<Record<Correction, string>> = {
  live: 'LIVE',
  finished: 'FT',
  suspended: 'SUSP',
  cancelled: 'CANC',
  postponed: 'PST',
  upcoming: 'NS',
}

/** A correction that the operator asks for. */
export interface Wish {
  readonly to: Correction
  /** Minute of play, only of a match that is live; `null` is unknown, and locks the vote until the feed reports one. */
  readonly minute: number | null
  /** Whether the match is played again from its start: earlier ballots no longer count. Otherwise they stay, even if the minute is lower. */
  readonly replay: boolean
}

/** The fields of a match that decide whether a correction is refused. */
type CorrectedMatch = Pick<
  MatchState,
  | 'status'
  | 'raw_status'
  | 'minute'
  | 'match_date'
  | 'started_at'
  | 'played_minute'
  | 'played_from'
  | 'feed_minute'
  | 'published_at'
>

/** Returns why a correction is refused at `now`, or `null` if it is possible (docs/decisions/080). */
export function correctionRefusal(
  stored: CorrectedMatch,
  { to, minute, replay }: Wish,
  now: Date,
): CorrectionRefusal | null {
  if (isMatchPublished(stored)) return 'match_published'
  if (replay && !hasPlayed(stored)) return 'nothing_to_replay'
  const isSame = !replay && to === stored.status && (to !== 'live' || minute === null || minute === stored.minute)
  if (isSame) return 'course_unchanged'
  const from = attemptOf(stored).from ?? stored.match_date
  return to === 'live' && minute !== null && !isPlausibleMinute(minute, from, now) ? 'minute_not_played' : null
}

/** Corrects the course of a match for the operator and returns the match as of `now`, or why that is refused (docs/decisions/080). */
export function correctCourse(stored: MatchState, wish: Wish, now: Date): MatchState | CorrectionRefusal {
  const refusal = correctionRefusal(stored, wish, now)
  if (refusal !== null) return refusal
  const { to, replay } = wish
  const isTakenBack = stored.finished_at !== null && (to !== 'finished' || replay)
  const match = replay ? startAfresh(stored, null) : stored
  return {
    ...match,
    status: to,
    raw_status: RAW_STATUS[to],
    ...playOf(match, wish, now),
    finished_at: to === 'finished' ? now : null,
    status_reason: null,
    postponed_until: to === 'postponed' ? stored.postponed_until : null,
    disputed_at: null,
    disputed_as: null,
    reopened_at: isTakenBack ? now : stored.reopened_at,
    // Where only the minute was wrong there is nothing to hold against the feed: it may report the end.
    corrected_at: to === stored.status && !replay ? stored.corrected_at : now,
  }
}

/** Returns the play of a corrected match. The feed's own clock says nothing about it until it moves. */
function playOf(match: MatchState, { to, minute, replay }: Wish, now: Date) {
  if (to === 'upcoming' || to === 'postponed') return { ...announcedPlay(match), home_score: null, away_score: null }
  const attempt = attemptOf(match)
  const begun = attempt.from ?? (replay ? clockStart(minute ?? 0, now) : startOf(match, now))
  const started_at = to === 'cancelled' ? attempt.from : begun
  const play = { started_at, played_minute: null, played_from: null }
  if (to !== 'live') return { ...play, minute: attempt.minute }
  const clock_from = minute === null ? match.clock_from : clockStart(minute, now)
  return { ...play, minute, extra: null, feed_moved_at: null, clock_from }
}

/** Returns the kick-off, or `now` for a match that begins before it. */
function startOf({ match_date }: Pick<MatchState, 'match_date'>, now: Date): Date {
  return match_date < now ? match_date : now
}
