import { type Instant, MINUTE_MS, msOf } from '../common/instant.ts'
import type { MatchStatus } from '../matches/status.ts'
import { isMatchPublished } from '../results/publication.ts'

/** Minute of a live match from which ballots are accepted (spec section 9). */
export const VOTE_OPENING_MINUTE = 60

/** Minutes after the final whistle for which ballots are still accepted (spec section 9). */
export const VOTE_CLOSING_MINUTES = 60

/** State of a match's vote, one per row of the table in spec section 4, voting availability. */
export type VotingState =
  | 'upcoming'
  | 'postponed'
  | 'cancelled'
  | 'suspended'
  | 'locked'
  | 'open_live'
  | 'open_after'
  | 'closed'

/** States in which ballots are accepted. */
export type OpenState = 'open_live' | 'open_after'

/** Why a ballot is refused, by the state of the vote. */
export type VoteRefusal =
  | 'vote_upcoming'
  | 'vote_postponed'
  | 'vote_cancelled'
  | 'vote_suspended'
  | 'vote_locked'
  | 'vote_closed'

/** The fields of a match that decide its window: `minute` of play without stoppage, `finished_at` the observed final whistle. */
export interface VotedMatch {
  readonly status: MatchStatus
  readonly minute: number | null
  readonly finished_at: Instant | null
  /** The contradiction of the feed that is not believed yet: while a replay is in doubt, no ballot is taken. Screens are not shown the minute then. */
  readonly disputed_as?: string | null
}

/** The window as stored with the match: open, until `closes_at` if set. */
export interface VoteWindow {
  readonly open: boolean
  readonly closes_at: Date | null
}

/** The contradiction by which play may have begun again (`match-anomaly.ts`). */
const REPLAY = 'replayed'

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
 * Returns the state of the vote at `now` (spec section 4, voting availability). A live match opens at minute 60, and is locked while its
 * minute is unknown, or a replay in doubt. A finished match stays open while `now` < `finished_at` + 60 min, and is closed if its whistle is unknown.
 */
export function votingState(match: VotedMatch, now: Date): VotingState {
  if (match.status === 'live') return isPastOpening(match) ? 'open_live' : 'locked'
  if (match.status !== 'finished') return match.status
  return match.finished_at !== null && now.getTime() < closingMs(match.finished_at) ? 'open_after' : 'closed'
}

/** Returns whether ballots are accepted in that state. */
export function isOpenState(state: VotingState): state is OpenState {
  return voteRefusal(state) === null
}

/** Returns whether a match accepts ballots at `now` (spec section 4, voting availability). */
export function isVoteOpen(match: VotedMatch, now: Date): boolean {
  return isOpenState(votingState(match, now))
}

/**
 * Returns the window as two values that need no clock, so that the database can store them with the match and compare the time itself
 * (docs/decisions/002). `isVoteOpen(match, now)` always equals `open && (closes_at === null || now < closes_at)`.
 */
export function voteWindow(match: VotedMatch): VoteWindow {
  if (match.status === 'live') return { open: isPastOpening(match), closes_at: null }
  if (match.status === 'finished' && match.finished_at !== null) {
    return { open: true, closes_at: new Date(closingMs(match.finished_at)) }
  }
  return { open: false, closes_at: null }
}

/**
 * Returns whether a vote has ended for good at `now`: its result is published, or its last hour has passed. Any other match may still play on and take
 * ballots, also one that is suspended, postponed or cancelled (decisions, "Access").
 */
export function isVoteOver(
  match: Pick<VoteWindow, 'closes_at'> & { readonly published_at: Date | null },
  now: Date,
): boolean {
  const { closes_at } = match
  return isMatchPublished(match) || (closes_at !== null && now >= closes_at)
}

/** Returns the refusal code of a ballot sent in that state, or `null` if it is accepted (spec section 5). */
export function voteRefusal(state: VotingState): VoteRefusal | null {
  return REFUSALS[state]
}

function isPastOpening({ minute, disputed_as }: VotedMatch): boolean {
  return minute !== null && minute >= VOTE_OPENING_MINUTE && disputed_as !== REPLAY
}

function closingMs(finishedAt: Instant): number {
  return msOf(finishedAt) + VOTE_CLOSING_MINUTES * MINUTE_MS
}
