import type { ReportedEvent } from '@tribune/domain/matches/events.ts'
import type { ReportedScore } from '@tribune/domain/matches/shootout.ts'
import type { MatchStatus } from '@tribune/domain/matches/status.ts'

/** Full records of matches that one call reads. */
export const RECORDS_PER_CALL = 20

/** A match as a feed reports it. Texts are clean (`domain/common/clean-text.ts`), and '' where the feed has none. Names are neutral; only `rawStatus`, for display and rules, is the provider's own. */
export interface FeedMatch {
  readonly id: number
  readonly competition: FeedCompetitionRef
  /** Start year of the season, as the provider counts it. */
  readonly season: number
  readonly round: string
  readonly kickoffAt: Date
  /** False while only the day is known; the time must not be shown then. */
  readonly kickoffHourKnown: boolean
  /** `null` for an unknown status of the provider: the stored one stays. */
  readonly status: MatchStatus | null
  readonly rawStatus: string
  /** Minute of play, 1-120, without stoppage, which is `extra`. */
  readonly minute: number | null
  readonly extra: number | null
  readonly home: FeedTeam
  readonly away: FeedTeam
  /** The score on the board, extra time included; some feeds add a shoot-out to it (`domain/matches/shootout.ts`). */
  readonly homeScore: number | null
  readonly awayScore: number | null
  /** The score by parts; absent if the feed has none. */
  readonly parts?: ScoreParts
  /** All events so far, at most `MAX_EVENTS`; absent if the answer has no list. */
  readonly events?: readonly ReportedEvent[]
  readonly observedAt: Date
}

/** Goals after regular time, of extra time alone, penalties of a shoot-out, and the winner that the feed names. */
export type ScoreParts = Pick<ReportedScore, 'fulltime' | 'extratime' | 'kicks' | 'winner'>

interface FeedCompetitionRef {
  readonly id: number
  readonly name: string
  readonly country: string
  readonly logo: string | null
}

export interface FeedTeam {
  readonly id: number
  readonly name: string
  readonly logo: string | null
}

/** One player of a match, with lineup and statistics joined. */
export interface FeedPlayer {
  /** The provider's id or, without one, a stable negative number derived from team and shirt. */
  readonly id: number
  readonly name: string
  readonly photo: string | null
  readonly teamId: number
  readonly team: string
  readonly side: 'home' | 'away'
  readonly position: 'G' | 'D' | 'M' | 'F' | null
  readonly shirt: number | null
  /** "row:column" on the pitch; `null` for substitutes, and where formations are not covered. */
  readonly grid: string | null
  readonly isStarter: boolean
  /** 0 if they did not play, `null` if unknown because the match has no coverage. */
  readonly minutes: number | null
  /** Official rating 0-10. */
  readonly rating: number | null
  /** Whether the answer has this player's statistics, so that a `null` rating withdraws an earlier one. */
  readonly isRatingReported: boolean
}

/** A match with its players: an empty list until lineups are published; `null` if the answer has none, so that the stored ones stay. */
export interface FeedMatchDetail {
  readonly match: FeedMatch
  readonly players: readonly FeedPlayer[] | null
  /** Main colours of the shirts, as `#rrggbb`; `null` where the feed has none, so that a stored one stays. */
  readonly kits?: Readonly<Record<FeedPlayer['side'], string | null>>
}

export interface FeedCompetition extends FeedCompetitionRef {
  readonly type: 'league' | 'cup'
}

export interface FeedQuota {
  readonly dayLimit: number | null
  readonly dayRemaining: number | null
  readonly minuteLimit: number | null
  readonly minuteRemaining: number | null
  readonly readAt: Date
}

/** A source of matches. Every call has a time limit, and fails only with a `FeedError`. */
export interface FootballFeed {
  readonly name: string
  /** Matches of one UTC day, `YYYY-MM-DD`. */
  matchesOn(day: string): Promise<FeedMatch[]>
  liveMatches(): Promise<FeedMatch[]>
  /** Full records, read in batches. Ids that the provider no longer knows are absent. */
  matchesByIds(ids: readonly number[]): Promise<FeedMatchDetail[]>
  competitions(): Promise<FeedCompetition[]>
  /** Whether a team is a national side; `null` when unknown. */
  isNational(teamId: number): Promise<boolean | null>
  quota(): FeedQuota | null
}

export type FeedErrorKind =
  | 'config'
  | 'suspended'
  | 'plan'
  | 'rate_limited'
  | 'quota_exhausted'
  | 'temporary'
  | 'bad_request'
  | 'bad_payload'

/** Any failure of a feed. `retryAt` is the earliest time to retry (rate limit, quota, suspension); `null` if unknown, or if waiting does not help. */
export class FeedError extends Error {
  readonly kind: FeedErrorKind
  readonly retryAt: Date | null

  constructor(kind: FeedErrorKind, message: string, retryAt: Date | null = null) {
    super(message)
    this.name = 'FeedError'
    this.kind = kind
    this.retryAt = retryAt
  }
}

/** A call that was not sent, because the calls of this minute are spent: no failure, the next run asks again after `retryAt`. */
export class MinuteSpent extends FeedError {
  constructor(message: string, retryAt: Date) {
    super('rate_limited', message, retryAt)
  }
}

/** Returns whether a failure is that calls are spent for the moment, so that the feed can be asked a minute later. */
export function isRateLimited(error: unknown): boolean {
  return error instanceof FeedError && error.kind === 'rate_limited'
}
