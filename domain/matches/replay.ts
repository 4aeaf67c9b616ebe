import { VOTE_OPENING_MINUTE } from '../ballots/voting-window.ts'
import { HOUR_MS, type Instant, MINUTE_MS, msOf } from '../common/instant.ts'
import { estimateMinute, FIRST_HALF, isBeforePeriod, periodMinutes, playedClock } from './minute.ts'
import type { MatchStatus } from './status.ts'

/** The stored state of the attempt that is being played: shown while it is played, remembered while the match is announced again. */
export interface StoredAttempt {
  readonly status: MatchStatus
  readonly raw_status: string
  readonly minute: number | null
  readonly started_at: Date | null
  /** Latest minute and start of an attempt that was stopped, while the match is announced again. */
  readonly played_minute: number | null
  readonly played_from: Date | null
  /** Last plausible minute of the feed. */
  readonly feed_minute: number | null
}

/** A report of the feed that may be of another attempt. */
interface SeenPlay {
  readonly status: MatchStatus | null
  readonly raw_status: string
  readonly minute: number | null
  readonly kickoff_at: Date
  readonly observed_at: Date
}

/** Minutes by which a first half must be below the stored minute to belong to a replay. */
const REPLAY_MINUTES = 10
/** Hours by which a kick-off must have moved to be that of a replay. */
const REPLAY_HOURS = 12
/** Minutes by which the clock of a kick-off may differ from the feed's minute and still agree with it. */
const CLOCK_TOLERANCE = 20

/** Returns the latest minute of the attempt that is being played or was stopped, and when it began; `null` before play has begun. */
export function attemptOf(stored: StoredAttempt): { readonly minute: number | null; readonly from: Date | null } {
  return { minute: stored.minute ?? stored.played_minute, from: stored.started_at ?? stored.played_from }
}

/** Returns whether play of the stored attempt has begun, be the match stopped or announced again since. */
export function hasPlayed(stored: StoredAttempt): boolean {
  return attemptOf(stored).from !== null
}

/**
 * Returns whether a reading shows another attempt of a match whose play had begun (decisions, "Matches and data"): a first half at least 10 minutes below
 * the stored minute, or a kick-off moved by 12 h or more whose clock agrees with the feed's minute within 20, or with its period where it has none.
 * A finished match is never replayed: play after its whistle reopens it until its result is published. `lastNewsAt`: the last believed observation.
 */
export function showsReplay(stored: StoredAttempt, seen: SeenPlay, lastNewsAt: Instant | null): boolean {
  if (stored.status === 'finished' || !hasPlayed(stored)) return false
  return isFirstHalfAgain(stored, seen) || isAtNewKickoff(stored, seen, lastNewsAt)
}

/** Returns when a replay began: at its kick-off where that agrees with its minute, or else as many minutes ago as were played. */
export function replayStart(seen: SeenPlay): Date {
  const now = seen.observed_at.getTime()
  return new Date(
    doesClockAgree(seen) ? Math.min(seen.kickoff_at.getTime(), now) : now - (knownMinute(seen) ?? 0) * MINUTE_MS,
  )
}

/** A first half ends before the minute at which votes open: a later one under its code is odd. */
function isFirstHalfAgain(stored: StoredAttempt, seen: SeenPlay): boolean {
  if (seen.status !== 'live' || seen.raw_status !== '1H') return false
  const minute = seen.minute ?? estimateMinute('1H', seen.kickoff_at, seen.observed_at)
  return minute !== null && minute < VOTE_OPENING_MINUTE && isFarBelow(minute, reachedMinute(stored))
}

const isFarBelow = (minute: number | null, reached: number | null) =>
  minute !== null && reached !== null && minute <= reached - REPLAY_MINUTES

/**
 * Returns the minute that a first half is compared with; `null` while it is unknown. While the first half may go on, an estimate says nothing against the
 * feed's own minute, nor that minute against a lower one to which the operator has corrected it.
 */
function reachedMinute(stored: StoredAttempt): number | null {
  const { minute } = attemptOf(stored)
  if (minute === null) return null
  const isPastFirstHalf = minute > FIRST_HALF && stored.raw_status !== '1H' && stored.raw_status !== 'LIVE'
  return isPastFirstHalf ? minute : Math.min(stored.feed_minute ?? minute, minute)
}

function isAtNewKickoff(stored: StoredAttempt, seen: SeenPlay, lastNewsAt: Instant | null): boolean {
  const { from, minute } = attemptOf(stored)
  const isPlay = seen.status === 'live' || seen.status === 'finished'
  if (!isPlay || from === null) return false
  // Seen in play after that kick-off: it is a correction, for nothing began again, unless the minute falls.
  const isGoingOn = stored.status === 'live' && stored.raw_status !== 'INT' && !isFarBelow(knownMinute(seen), minute)
  if (isGoingOn && lastNewsAt !== null && msOf(lastNewsAt) > seen.kickoff_at.getTime()) return false
  const moved = Math.abs(seen.kickoff_at.getTime() - from.getTime())
  return moved >= REPLAY_HOURS * HOUR_MS && doesClockAgree(seen)
}

/** The feed's minute; `null` where it has none, or one from before its period, as of a clock that stands still. */
function knownMinute({ raw_status, minute }: SeenPlay): number | null {
  return minute === null || isBeforePeriod(raw_status, minute) ? null : minute
}

/** Returns whether the clock of the kick-off is as far as the feed's minute or, without one, in its period, which `LIVE` does not name. */
function doesClockAgree(seen: SeenPlay): boolean {
  const clock = playedClock(seen.kickoff_at, seen.observed_at)
  const minute = knownMinute(seen)
  if (minute !== null) return Math.abs(clock - minute) <= CLOCK_TOLERANCE
  const period = seen.raw_status === 'LIVE' ? undefined : periodMinutes(seen.raw_status)
  return period !== undefined && clock >= period[0] - 1 && clock <= period[1] + CLOCK_TOLERANCE
}
