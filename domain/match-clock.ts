import { HOUR_MS, type Instant, MINUTE_MS, msOf } from './instant.ts'
import { anomalyOf, isBegun, type MatchAnomaly, verdictOf } from './match-anomaly.ts'
import { estimateMinute, laterMinute, type PlayedMinute } from './match-minute.ts'
import type { MatchStatus } from './match-status.ts'
import { isPlausibleMinute } from './plausible.ts'
import { isMatchPublished } from './publication.ts'
import { VOTE_OPENING_MINUTE } from './voting-window.ts'

/** The stored state of a match's course. */
export interface MatchState {
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
  /** First reading of a contradiction that is not believed yet (`match-anomaly.ts`). */
  readonly disputed_at: Date | null
  /** When a false whistle was last taken back. */
  readonly reopened_at: Date | null
  /** When the operator corrected the course, until the feed agrees. */
  readonly corrected_at: Date | null
  readonly published_at: Date | null
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

/** Outcome of an observation. `believed`: it was applied, and counts as news of the match; `whistle`: it wrote `finished_at`. */
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
    const disputed_at = verdict === 'disputed' ? (stored.disputed_at ?? coded.observed_at) : stored.disputed_at
    const changed = disputed_at !== stored.disputed_at
    return { match: { ...stored, disputed_at }, changed, believed: false, whistle: false, anomaly }
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

/** Computes the next state from a believed observation, contradiction or not. */
function believe(stored: MatchState | null, anomaly: MatchAnomaly | null, seen: Observation, lastNewsAt: Date | null) {
  if (stored !== null && anomaly === 'reopened') return reopen(stored, seen)
  // If the vote was open, an award ends the match as a whistle does: ballots count, and fans get their last hour.
  const isPlayed = anomaly === 'awarded_in_play' && (stored?.minute ?? 0) >= VOTE_OPENING_MINUTE
  return nextState(stored, isPlayed ? { ...seen, status: 'finished' } : seen, lastNewsAt)
}

/** Takes a false whistle back: play continues from the reported minute, and can end again. */
function reopen(stored: MatchState, seen: Observation): MatchState {
  const played = { ...stored, minute: null, extra: null, finished_at: null }
  return { ...nextState(played, seen, null), reopened_at: seen.observed_at }
}

/** Whether an upcoming match is more than 3 h past its kick-off: its league has no live scores, so it is no longer shown as upcoming. */
export function isOverdue(match: { readonly status: MatchStatus; readonly match_date: Instant }, now: Date): boolean {
  return match.status === 'upcoming' && now.getTime() - msOf(match.match_date) > OVERDUE_HOURS * HOUR_MS
}

/** Whether a live match had no news for hours: it is read again by its id, and closed with `closeStale` if that brings nothing new. */
export function isStaleLive(
  match: { readonly status: MatchStatus; readonly match_date: Instant },
  lastNewsAt: Instant,
  now: Date,
): boolean {
  return (
    match.status === 'live' &&
    now.getTime() - msOf(lastNewsAt) >= STALE_SILENCE_HOURS * HOUR_MS &&
    now.getTime() - msOf(match.match_date) > STALE_KICKOFF_HOURS * HOUR_MS
  )
}

/** Finishes a stale live match, with a whistle estimated from the period it was last seen in. Reports `closed_by_estimate`. */
export function closeStale(stored: MatchState, now: Date): MatchStep {
  const raw_status = FINAL_CODES.get(stored.raw_status) ?? 'FT'
  const finished_at = stored.finished_at ?? estimatedWhistle(stored.match_date, raw_status, now)
  const match: MatchState = { ...stored, status: 'finished', raw_status, finished_at, disputed_at: null }
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
  return {
    status,
    raw_status: seen.raw_status,
    ...(isAnnounced ? { minute: null, extra: null } : minuteOf(stored, seen)),
    ...(status === 'postponed'
      ? postponedDates(stored, seen)
      : { match_date: kickoffOf(stored, seen), postponed_until: null }),
    started_at: isAnnounced ? null : (stored?.started_at ?? startOf(status, seen)),
    finished_at: stored?.finished_at ?? (status === 'finished' ? whistleOf(stored, seen, lastNewsAt) : null),
    home_score: seen.home_score ?? shownScore.home,
    away_score: seen.away_score ?? shownScore.away,
    status_reason: seen.status_reason,
    disputed_at: null,
    reopened_at: stored?.reopened_at ?? null,
    corrected_at: null,
    published_at: stored?.published_at ?? null,
  }
}

/** Returns the score to keep where an observation leaves it out. */
function scoreOf(stored: MatchState | null) {
  return { home: stored?.home_score ?? null, away: stored?.away_score ?? null }
}

function minuteOf(stored: MatchState | null, seen: Observation): PlayedMinute {
  const shown = { minute: stored?.minute ?? null, extra: stored?.extra ?? null }
  const isInterrupted = seen.raw_status === 'INT' && stored?.raw_status === 'INT'
  if (isInterrupted) return shown
  const kickoff = stored?.started_at ?? seen.kickoff_at
  const isPlausible = seen.minute !== null && isPlausibleMinute(seen.minute, kickoff, seen.observed_at)
  const minute = isPlausible ? seen.minute : estimateMinute(seen.raw_status, kickoff, seen.observed_at)
  return laterMinute(shown, { minute, extra: seen.extra })
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
function startOf(status: MatchStatus, seen: Observation): Date | null {
  const hasStarted = isBegun({ status }) || status === 'finished'
  return hasStarted ? earlier(seen.kickoff_at, seen.observed_at) : null
}

function whistleOf(stored: MatchState | null, seen: Observation, lastNewsAt: Date | null): Date {
  const now = seen.observed_at
  const estimate = estimatedWhistle(seen.kickoff_at, seen.raw_status, now)
  const isHistory = now.getTime() - estimate.getTime() >= LATE_WHISTLE_HOURS * HOUR_MS
  if (stored !== null && !isHistory) return now
  // A match that began late may have been seen in play after the estimate: it cannot have ended before that.
  const wasInPlay = stored !== null && isBegun(stored)
  return wasInPlay && lastNewsAt !== null && lastNewsAt > estimate ? earlier(now, lastNewsAt) : estimate
}

function estimatedWhistle(kickoff: Date, rawStatus: string, now: Date): Date {
  const { FT, AET, PEN } = FINISH_ESTIMATE_MINUTES
  const minutes = rawStatus === 'AET' ? AET : rawStatus === 'PEN' ? PEN : FT
  return earlier(now, new Date(kickoff.getTime() + minutes * MINUTE_MS))
}

function earlier(one: Date, other: Date): Date {
  return one.getTime() <= other.getTime() ? one : other
}

/** Compares dates by their time, and ignores fields of `stored` that are not part of the state. */
function isSameState(stored: MatchState, match: MatchState): boolean {
  const keys = Object.keys(match) as (keyof MatchState)[]
  return keys.every((key) => stored[key]?.valueOf() === match[key]?.valueOf())
}
