import { type Instant, MINUTE_MS, msOf } from './instant.ts'
import type { MatchStatus } from './match-status.ts'

/** Minute of a live match from which ballots are taken (spec section 9). */
export const VOTE_OPENING_MINUTE = 60

/** Minutes after the final whistle during which ballots are still taken (spec section 9). */
export const VOTE_CLOSING_MINUTES = 60

/** What the vote of a match is worth to a fan, one state per row of the table of spec section 4. */
export type VotingState =
  | 'upcoming'
  | 'postponed'
  | 'cancelled'
  | 'suspended'
  | 'locked'
  | 'open_live'
  | 'open_after'
  | 'closed'

/** The states in which ballots are taken. */
export type OpenState = 'open_live' | 'open_after'

/** Why a ballot is not taken now. */
export type VoteRefusal =
  | 'vote_upcoming'
  | 'vote_postponed'
  | 'vote_cancelled'
  | 'vote_suspended'
  | 'vote_locked'
  | 'vote_closed'

/** What the window needs to know of a match: `minute` of play without stoppage, `finished_at` the observed final whistle. */
export interface VotedMatch {
  readonly status: MatchStatus
  readonly minute: number | null
  readonly finished_at: Instant | null
}

/** The window without a clock, as it is stored beside the match: open, until `closes_at` if there is one. */
export interface VoteWindow {
  readonly open: boolean
  readonly closes_at: Date | null
}

const REFUSALS: Readonly<Record<VotingState, VoteRefusal | null>> = {
  upcoming: 'vote_upcoming',
  postponed: 'vote_postponed',
  cancelled: 'vote_cancelled',
  suspended: 'vote_suspended',
  locked: 'vote_locked',
  open_live: null,
  open_after: null,
  closed: 'vote_closed',
}

/**
 * State of the vote at `now` (spec section 4, voting availability). Live opens at minute 60, an unknown minute being before it;
 * finished stays open while `now` < `finished_at` + 60 min, and is closed when the whistle is unknown.
 */
export function votingState(match: VotedMatch, now: Date): VotingState {
  if (match.status === 'live') return isPastOpening(match.minute) ? 'open_live' : 'locked'
  if (match.status !== 'finished') return match.status
  return match.finished_at !== null && now.getTime() < closingMs(match.finished_at) ? 'open_after' : 'closed'
}

/** Whether a ballot is taken in that state: `voteRefusal(state)` is null. */
export function isOpenState(state: VotingState): state is OpenState {
  return voteRefusal(state) === null
}

/** Whether a ballot is taken at `now`. */
export function isVoteOpen(match: VotedMatch, now: Date): boolean {
  return isOpenState(votingState(match, now))
}

/**
 * The same rule without a clock, so that a database can hold it beside the match:
 * `isVoteOpen(match, now)` equals `open && (closes_at === null || now < closes_at)`, always.
 */
export function voteWindow(match: VotedMatch): VoteWindow {
  if (match.status === 'live') return { open: isPastOpening(match.minute), closes_at: null }
  if (match.status === 'finished' && match.finished_at !== null) {
    return { open: true, closes_at: new Date(closingMs(match.finished_at)) }
  }
  return { open: false, closes_at: null }
}

/** Refusal code of a ballot sent in that state, `null` when it is taken (spec section 5). */
export function voteRefusal(state: VotingState): VoteRefusal | null {
  return REFUSALS[state]
}

function isPastOpening(minute: number | null): boolean {
  return minute !== null && minute >= VOTE_OPENING_MINUTE
}

function closingMs(finishedAt: Instant): number {
  return msOf(finishedAt) + VOTE_CLOSING_MINUTES * MINUTE_MS
}
