import type { MatchStatus } from '@tribune/domain/match-status.ts'

/** A match as a feed tells it. Neutral names: nothing of one provider's vocabulary except `rawStatus`, kept for display and rules. */
export interface FeedMatch {
  readonly id: number
  readonly competition: FeedCompetitionRef
  /** Start year of the season, as the provider counts it. */
  readonly season: number
  readonly round: string
  readonly kickoffAt: Date
  /** False while only the day is known: the hour must not be shown. */
  readonly kickoffHourKnown: boolean
  /** `null`: the provider sent a status we do not know; keep the stored one. */
  readonly status: MatchStatus | null
  readonly rawStatus: string
  readonly statusReason: string | null
  /** Minute of play, 1-120, stoppage apart in `extra`. */
  readonly minute: number | null
  readonly extra: number | null
  readonly home: FeedTeam
  readonly away: FeedTeam
  readonly homeScore: number | null
  readonly awayScore: number | null
  readonly winner: 'home' | 'away' | null
  readonly observedAt: Date
}

export interface FeedCompetitionRef {
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

/** One player of one match: lineup and statistics already joined on player id, or on team and shirt number. */
export interface FeedPlayer {
  /** Provider's id, or a stable negative number made from team and shirt when the provider has none. */
  readonly id: number
  readonly name: string
  readonly photo: string | null
  readonly teamId: number
  readonly team: string
  readonly side: 'home' | 'away'
  readonly position: 'G' | 'D' | 'M' | 'F' | null
  readonly shirt: number | null
  /** "row:column" on the pitch, null for substitutes and where formations are not covered. */
  readonly grid: string | null
  readonly isStarter: boolean
  /** 0: known not to have played. `null`: unknown, the match has no coverage. */
  readonly minutes: number | null
  /** Official rating 0-10. */
  readonly rating: number | null
  /** The answer holds this player's statistics: a rating that is null is none, and not one that was left out. */
  readonly ratingTold: boolean
}

/** `players` is empty until lineups are published; `null` parts were not part of this answer (keep what is stored). */
export interface FeedMatchDetail {
  readonly match: FeedMatch
  readonly players: readonly FeedPlayer[] | null
}

export interface FeedCompetition extends FeedCompetitionRef {
  readonly type: 'league' | 'cup'
  readonly currentSeason: number | null
  readonly coverage: { readonly lineups: boolean; readonly ratings: boolean }
}

export interface FeedQuota {
  readonly dayLimit: number | null
  readonly dayRemaining: number | null
  readonly minuteLimit: number | null
  readonly minuteRemaining: number | null
  readonly readAt: Date
}

/** Where matches come from. Every call has a time limit, and fails only with a `FeedError`. */
export interface FootballFeed {
  readonly name: string
  /** Matches of one UTC day, `YYYY-MM-DD`. */
  matchesOn(day: string): Promise<FeedMatch[]>
  liveMatches(): Promise<FeedMatch[]>
  /** Full records. Ids the provider no longer knows are absent from the answer. Splits into batches by itself. */
  matchesByIds(ids: readonly number[]): Promise<FeedMatchDetail[]>
  /** Empty while lineups are not published. */
  players(matchId: number): Promise<FeedPlayer[]>
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

/** Any failure of a feed. `retryAt`: not before then (rate limit, quota); `null` when waiting does not help or is unknown. */
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
