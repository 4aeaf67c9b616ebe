import type { HomeFixture } from '@tribune/contract/matches.ts'
import { PODIUM_SIZE } from '@tribune/domain/ballots/podium.ts'
import {
  isOpenState,
  type OpenState,
  VOTE_OPENING_MINUTE,
  type VotingState,
  voteWindow,
} from '@tribune/domain/ballots/voting-window.ts'
import { dayAndHour, relativeDay } from '@tribune/french/format/dates.ts'
import { plural } from '@tribune/french/format/numbers.ts'
import { nouns } from '@tribune/french/sentences/app.ts'
import { banner } from '@tribune/french/sentences/match.ts'
import type { Publication } from '../result/use-publication.ts'

/** Text of the banner and its tone: `open` invites, `done` confirms, `shut` informs. */
export interface BannerWords {
  readonly voice: 'open' | 'done' | 'shut'
  readonly title: string
  readonly hint: string | null
}

type BannerMatch = Pick<HomeFixture, 'match_date' | 'minute' | 'kickoff_hour_known' | 'statusReason' | 'postponedUntil'>

/** Facts besides the match that the banner depends on. */
export interface BannerContext {
  readonly state: VotingState
  /** Number of picks in the fan's saved ballot. */
  readonly picks: number
  readonly publication: Publication
  /** Whether lineups are published, so that there are players to vote for. */
  readonly lineups: boolean
  readonly now: Date
}

const CLOSED_HINTS: Readonly<Record<Publication, string>> = {
  early: banner.counting,
  counting: banner.counting,
  published: banner.closedHint,
  none: banner.noResult,
}

/** Returns the row of the voting table (spec section 4) for a match and a fan. */
export function bannerWords(
  match: BannerMatch,
  { state, picks, publication, lineups, now }: BannerContext,
): BannerWords {
  if (isOpenState(state)) return openWords(state, picks, lineups)
  if (state === 'closed') {
    return { voice: 'shut', title: banner.closed, hint: CLOSED_HINTS[publication] }
  }
  return { voice: 'shut', title: banner[state], hint: hintOf(match, state, now) }
}

/** Returns when the vote on a match ends, after its whistle. */
export function closingOf(match: HomeFixture, state: VotingState): Date | null {
  return state === 'open_after' ? voteWindow(match).closes_at : null
}

function openWords(state: OpenState, picks: number, lineups: boolean): BannerWords {
  if (picks === PODIUM_SIZE) return { voice: 'done', title: banner.voted, hint: banner.votedHint }
  const missing = picks === 0 ? null : banner.unfinished(plural(PODIUM_SIZE - picks, nouns.player))
  const waiting = lineups ? missing : banner.noLineups
  if (state === 'open_after') return { voice: 'open', title: banner.openAfter, hint: waiting }
  return { voice: 'open', title: banner.openLive, hint: waiting ?? banner.openLiveHint }
}

function hintOf(match: BannerMatch, state: 'upcoming' | 'locked' | 'postponed' | 'cancelled' | 'suspended', now: Date) {
  if (state === 'upcoming') return banner.upcomingHint
  if (state === 'locked') return match.minute === null ? null : banner.lockedIn(minutesLeft(match.minute))
  const reason = match.statusReason ?? ''
  if (state === 'suspended') return reason === '' ? banner.suspendedHint : reason
  const date = state === 'postponed' ? newDate(match, now) : ''
  return [reason, date].filter((part) => part !== '').join(' · ') || null
}

function newDate({ postponedUntil, kickoff_hour_known }: BannerMatch, now: Date): string {
  if (postponedUntil === null) return ''
  return banner.newDate(kickoff_hour_known ? dayAndHour(postponedUntil, now) : relativeDay(postponedUntil, now))
}

function minutesLeft(minute: number): string {
  return plural(Math.max(1, VOTE_OPENING_MINUTE - minute), nouns.minute)
}
