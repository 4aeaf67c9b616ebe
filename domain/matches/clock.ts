import { VOTE_OPENING_MINUTE } from '../ballots/voting-window.ts'
import { HOUR_MS, type Instant, MINUTE_MS, msOf } from '../common/instant.ts'
import { isMatchPublished } from '../results/publication.ts'
import { anomalyOf, isBegun, isPlausibleMinute, type MatchAnomaly, verdictOf } from './anomaly.ts'
import {
  type FeedClock,
  isBeforePeriod,
  laterMinute,
  minuteOfReading,
  NO_CLOCK,
  nextClock,
  type PlayedMinute,
  playedClock,
} from './minute.ts'
import { attemptOf, hasPlayed, replayStart, type StoredAttempt } from './replay.ts'
import type { MatchStatus } from './status.ts'

/** The stored state of a match's course. */
export interface MatchState extends StoredAttempt, FeedClock {
  readonly status: MatchStatus
  /** The feed's short code, upper case: `1H`, `ET`, `PEN`… */
  readonly raw_status: string
  /** Minute of play, 1-120, without stoppage, which is `extra`. */
  readonly minute: number | null
  readonly extra: number | null
  /** Scheduled kick-off; for a postponed match, the original one. */
  readonly match_date: Date
  readonly started_at: Date | null
  /** First observation of the final whistle: never moved, and removed only by a reopening. */
  readonly finished_at: Date | null
  readonly home_score: number | null
  readonly away_score: number | null
  readonly status_reason: string | null
  /** New kick-off of a postponed match, once it is known. */
  readonly postponed_until: Date | null
  /** First reading of a contradiction that is not believed yet, and which one it is (`match-anomaly.ts`). */
  readonly disputed_at: Date | null
  readonly disputed_as: MatchAnomaly | null
  /** When a false whistle was last withdrawn. */
  readonly reopened_at: Date | null
  /** When the operator corrected the course, until the feed agrees. */
  readonly corrected_at: Date | null
  readonly published_at: Date | null
  /** Which attempt at the match is stored, from 1: a replay begins the next one. */
  readonly attempt: number
}

/** State of a match that a feed reports at one moment. `status` is `null` for an unknown code. */
export interface Observation {
  readonly status: MatchStatus | null
  readonly raw_status: string
  readonly minute: number | null
  readonly extra: number | null
  readonly kickoff_at: Date
  readonly home_score: number | null
  readonly away_score: number | null
  readonly status_reason: string | null
  readonly observed_at: Date
}

/**
 * Outcome of an observation. `believed`: it was applied, and counts as news of the match; `whistle`: it wrote `finished_at`. A later `attempt` than the
 * stored one is a replay, whose tally begins afresh.
 */
export interface MatchStep {
  readonly match: MatchState
  readonly changed: boolean
  readonly believed: boolean
  readonly whistle: boolean
  readonly anomaly: MatchAnomaly | null
}

/** Estimated minutes from kick-off to the final whistle, by final code, for matches whose end was not observed. */
const FINISH_ESTIMATE_MINUTES: Readonly<Record<'FT' | 'AET' | 'PEN', number>> = { FT: 110, AET: 148, PEN: 162 }

/** A whistle first observed this long after its estimate is history: it opens no hour of votes. */
const LATE_WHISTLE_HOURS = 6

/** An upcoming match is no longer announced this long after its kick-off. */
const OVERDUE_HOURS = 3

/** A live match is stale after this silence, if it kicked off more than `STALE_KICKOFF_HOURS` ago. */
const STALE_SILENCE_HOURS = 6
const STALE_KICKOFF_HOURS = 3

/**
 * Applies an observation to the stored match and returns the next state (provider format, sections 5 and 6; decisions, "Matches and data").
 * `stored` is `null` for a match seen for the first time; `lastNewsAt` is the last observation of it that was believed. The displayed minute
 * never falls. `finished_at` is `observed_at`, so that fans get the whole last hour of votes however late the whistle is observed; for a match
 * that is history by then it is an estimate.
 */
export function applyObservation(stored: MatchState | null, seen: Observation, lastNewsAt: Date | null): MatchStep {
  const coded = { ...seen, raw_status: seen.raw_status.trim().toUpperCase() }
  const anomaly = anomalyOf(stored, coded, lastNewsAt)
  const verdict = stored === null ? 'believed' : verdictOf(stored, anomaly, coded.observed_at)
  if (stored !== null && verdict !== 'believed') {
    const isNew = verdict === 'disputed' && stored.disputed_as !== anomaly
    const match = isNew ? { ...inDoubt(stored), disputed_at: coded.observed_at, disputed_as: anomaly } : stored
    return { match, changed: isNew, believed: false, whistle: false, anomaly }
  }
  const match = believe(stored, anomaly, coded, lastNewsAt)
  return {
    match,
    changed: stored === null || !isSameState(stored, match),
    believed: true,
    whistle: match.finished_at !== null && (stored?.finished_at ?? null) === null,
    anomaly,
  }
}

/**
 * Another contradiction settles no replay that is in doubt: until a reading is believed, the minute of play is only remembered, so that its vote stays shut.
 */
function inDoubt(stored: MatchState): MatchState {
  if (stored.status !== 'live' || stored.disputed_as !== 'replayed') return stored
  return { ...stored, minute: null, played_minute: attemptOf(stored).minute }
}

/** Computes the next state from a believed observation, contradiction or not. */
function believe(stored: MatchState | null, anomaly: MatchAnomaly | null, seen: Observation, lastNewsAt: Date | null) {
  if (stored !== null && anomaly === 'reopened') return reopen(stored, seen)
  if (stored !== null && anomaly === 'replayed')
    return nextState(startAfresh(stored, replayStart(seen)), seen, lastNewsAt)
  // If the vote was open, an award ends the match as a whistle does: ballots count, and fans get their last hour.
  const isPlayed =
    anomaly === 'awarded_in_play' && stored !== null && (attemptOf(stored).minute ?? 0) >= VOTE_OPENING_MINUTE
  return nextState(stored, isPlayed ? { ...seen, status: 'finished' } : seen, lastNewsAt)
}

/** Begins the next attempt at a match: minute, score, whistle and clock start afresh, and so must its tally. `from`: when play began, if it has. */
export function startAfresh(stored: MatchState, from: Date | null): MatchState {
  const played = {
    minute: null,
    extra: null,
    played_minute: null,
    played_from: null,
    started_at: from,
    finished_at: null,
  }
  return { ...stored, ...NO_CLOCK, ...played, home_score: null, away_score: null, attempt: stored.attempt + 1 }
}

/** Takes a false whistle back: play continues from the reported minute, and can end again. */
function reopen(stored: MatchState, seen: Observation): MatchState {
  const played = { ...stored, ...NO_CLOCK, minute: null, extra: null, finished_at: null }
  return { ...nextState(played, seen, null), reopened_at: seen.observed_at }
}

/** Returns whether an upcoming match is more than 3 h past its kick-off: its league has no live scores, so it is no longer shown as upcoming. */
export function isOverdue(match: { readonly status: MatchStatus; readonly match_date: Instant }, now: Date): boolean {
  return match.status === 'upcoming' && now.getTime() - msOf(match.match_date) > OVERDUE_HOURS * HOUR_MS
}

/**
 * Returns whether a live match had no news for hours: it is read again by its id, and closed with `closeStale` if that brings nothing new. A contradiction that is
 * in doubt, such as a replay of which one reading is known, is news: the next reading decides.
 */
export function isStaleLive(
  match: { readonly status: MatchStatus; readonly match_date: Instant; readonly disputed_at: Instant | null },
  lastNewsAt: Instant,
  now: Date,
): boolean {
  const heardMs = Math.max(msOf(lastNewsAt), match.disputed_at === null ? 0 : msOf(match.disputed_at))
  return (
    match.status === 'live' &&
    now.getTime() - heardMs >= STALE_SILENCE_HOURS * HOUR_MS &&
    now.getTime() - msOf(match.match_date) > STALE_KICKOFF_HOURS * HOUR_MS
  )
}

/**
 * Finishes a stale live match, with a whistle estimated from the period it was last seen in and the start of its attempt; not before a reading that was in
 * doubt. Reports `closed_by_estimate`.
 */
export function closeStale(stored: MatchState, now: Date): MatchStep {
  const raw_status = FINAL_CODES.get(stored.raw_status) ?? 'FT'
  const { match_date, started_at, disputed_at } = stored
  const estimate = estimatedWhistle(later(match_date, started_at ?? match_date), raw_status, now)
  const finished_at = stored.finished_at ?? later(estimate, disputed_at ?? estimate)
  const settled = { finished_at, disputed_at: null, disputed_as: null }
  const play = { minute: attemptOf(stored).minute, played_minute: null }
  const match: MatchState = { ...stored, ...settled, ...play, status: 'finished', raw_status }
  return { match, changed: true, believed: true, whistle: stored.finished_at === null, anomaly: 'closed_by_estimate' }
}

/** Final code by the period in which a match went stale; any other period ends in `FT`. */
const FINAL_CODES: ReadonlyMap<string, 'AET' | 'PEN'> = new Map([
  ['ET', 'AET'],
  ['BT', 'AET'],
  ['P', 'PEN'],
])

function nextState(stored: MatchState | null, seen: Observation, lastNewsAt: Date | null): MatchState {
  const status = seen.status ?? 'upcoming'
  const isAnnounced = status === 'upcoming' || status === 'postponed'
  const shownScore = scoreOf(isAnnounced ? null : stored)
  const started_at = attemptStart(stored, status, seen)
  return {
    status,
    raw_status: seen.raw_status,
    ...(isAnnounced ? announcedPlay(stored) : playedPlay(stored, seen, started_at)),
    ...(status === 'postponed'
      ? postponedDates(stored, seen)
      : { match_date: kickoffOf(stored, seen), postponed_until: null }),
    finished_at: stored?.finished_at ?? (status === 'finished' ? whistleOf(stored, seen, lastNewsAt) : null),
    home_score: seen.home_score ?? shownScore.home,
    away_score: seen.away_score ?? shownScore.away,
    status_reason: seen.status_reason,
    disputed_at: null,
    disputed_as: null,
    reopened_at: stored?.reopened_at ?? null,
    corrected_at: null,
    published_at: stored?.published_at ?? null,
    attempt: stored?.attempt ?? 1,
  }
}

/** A match that is announced shows no play. The minutes played are remembered, in case the match goes on. */
export function announcedPlay(stored: MatchState | null) {
  const attempt = stored === null ? null : attemptOf(stored)
  return {
    ...clockOf(stored),
    minute: null,
    extra: null,
    started_at: null,
    played_minute: attempt?.minute ?? null,
    played_from: attempt?.from ?? null,
  }
}

function playedPlay(stored: MatchState | null, seen: Observation, started_at: Date | null) {
  const shown = { minute: stored === null ? null : attemptOf(stored).minute, extra: stored?.extra ?? null }
  const play = playAfter(
    { shown, clock: clockOf(stored), resumedAt: resumedAt(stored, shown.minute) },
    seen,
    started_at,
  )
  return { ...play, started_at, played_minute: null, played_from: null }
}

function clockOf(stored: MatchState | null): FeedClock {
  const { feed_minute, feed_moved_at, clock_from } = stored ?? NO_CLOCK
  return { feed_minute, feed_moved_at, clock_from }
}

/** Returns the minute shown if play was stopped until now, or else `null`. */
function resumedAt(stored: MatchState | null, shown: number | null): number | null {
  const isStopped = stored !== null && (stored.status !== 'live' || stored.raw_status === 'INT')
  return isStopped ? shown : null
}

/** Returns the score to keep where an observation leaves it out. */
function scoreOf(stored: MatchState | null) {
  return { home: stored?.home_score ?? null, away: stored?.away_score ?? null }
}

interface ShownPlay {
  readonly shown: PlayedMinute
  readonly clock: FeedClock
  readonly resumedAt: number | null
}

/** Returns the minute shown after a reading, which never falls within an attempt, and the feed's clock. */
function playAfter({ shown, clock, resumedAt }: ShownPlay, seen: Observation, startedAt: Date | null) {
  const isInterrupted = seen.raw_status === 'INT' && resumedAt !== null
  if (isInterrupted) return { ...shown, ...clock }
  const kickoff = startedAt ?? seen.kickoff_at
  const { raw_status, minute: reported } = seen
  const isPlausible =
    reported !== null && !isBeforePeriod(raw_status, reported) && isPlausibleMinute(reported, kickoff, seen.observed_at)
  const reading = { ...seen, minute: isPlausible ? reported : null }
  const next = nextClock(clock, reading, resumedAt)
  const minute = withinClock(minuteOfReading(next, reading, kickoff), seen, kickoff)
  return { ...laterMinute(shown, { minute, extra: seen.extra }), ...next }
}

/** Bounds the minute that a period alone implies by what can have been played: no vote opens because of an odd code. */
function withinClock(minute: number | null, seen: Observation, kickoff: Date): number | null {
  const mayOpen = seen.status === 'live' && minute !== null && minute >= VOTE_OPENING_MINUTE
  if (!mayOpen || isPlausibleMinute(minute, kickoff, seen.observed_at)) return minute
  return playedClock(kickoff, seen.observed_at)
}

/** A published match keeps its kick-off, which decides the season of its result (docs/decisions/034). */
function kickoffOf(stored: MatchState | null, seen: Observation): Date {
  return stored === null || !isMatchPublished(stored) ? seen.kickoff_at : stored.match_date
}

/** A postponed match stays on its original day; a kick-off that moves becomes `postponed_until`. */
function postponedDates(stored: MatchState | null, seen: Observation) {
  const match_date = stored?.match_date ?? seen.kickoff_at
  const hasMoved = match_date.getTime() !== seen.kickoff_at.getTime()
  return { match_date, postponed_until: hasMoved ? seen.kickoff_at : null }
}

/** Feeds report only the scheduled kick-off; a match seen in play before it began early. */
function attemptStart(stored: MatchState | null, status: MatchStatus, seen: Observation): Date | null {
  const from = stored === null ? null : attemptOf(stored).from
  if (from !== null) return from
  // A match that was abandoned before it was seen in play has its minute.
  const hasStarted = isBegun({ status }) || status === 'finished' || (status === 'cancelled' && seen.minute !== null)
  return hasStarted ? earlier(seen.kickoff_at, seen.observed_at) : null
}

function whistleOf(stored: MatchState | null, seen: Observation, lastNewsAt: Date | null): Date {
  const now = seen.observed_at
  const estimate = estimatedWhistle(seen.kickoff_at, seen.raw_status, now)
  // A match that began late, or went on another day, was seen unfinished after the estimate: it cannot have ended before that.
  const wasUnfinished = stored !== null && hasPlayed(stored) && lastNewsAt !== null
  const end = wasUnfinished ? earlier(now, later(estimate, lastNewsAt)) : estimate
  const isHistory = now.getTime() - end.getTime() >= LATE_WHISTLE_HOURS * HOUR_MS
  return stored !== null && !isHistory ? now : end
}

function estimatedWhistle(kickoff: Date, rawStatus: string, now: Date): Date {
  const { FT, AET, PEN } = FINISH_ESTIMATE_MINUTES
  const minutes = rawStatus === 'AET' ? AET : rawStatus === 'PEN' ? PEN : FT
  return earlier(now, new Date(kickoff.getTime() + minutes * MINUTE_MS))
}

function earlier(one: Date, other: Date): Date {
  return one.getTime() <= other.getTime() ? one : other
}

function later(one: Date, other: Date): Date {
  return one.getTime() >= other.getTime() ? one : other
}

/** Compares dates by their time, and ignores fields of `stored` that are not part of the state. */
function isSameState(stored: MatchState, match: MatchState): boolean {
  const keys = Object.keys(match) as (keyof MatchState)[]
  return keys.every((key) => stored[key]?.valueOf() === match[key]?.valueOf())
}
