import { type Instant, MINUTE_MS, msOf } from '../common/instant.ts'
import { roundHalfAway } from '../common/rounding.ts'
import type { MatchStatus } from '../matches/status.ts'
import { expectedTopPoints } from '../results/points.ts'
import type { SeasonTotals } from '../season/season.ts'

/** Difference from the expected top points at which a match needs recalculation (spec section 8). */
const TOP_POINTS_TOLERANCE = 10

/** Players of a full lineup; fewer cause a warning (spec section 9). */
export const FULL_LINEUP = 22

/** Voters that reporting marks as sufficient (spec section 9). Only a marker: `MIN_BALLOTS_FOR_VOTES` decides the source of points. */
const ENOUGH_VOTERS = 2

/** Hours after kick-off at which a match without lineups is excluded (decisions, "Matches and data"). */
const LINEUP_EXCLUSION_HOURS = 3

/** Days over which the history averages its matches per day (spec section 9). */
const HISTORY_DAYS = 30

const NEVER_PLAYED: readonly MatchStatus[] = ['postponed', 'cancelled']

/** Returns whether the points of a match's first player agree with its coefficient: less than 10 from round(100 x coefficient) (spec section 8). */
export function arePointsConsistent(topPoints: number, coefficient: number): boolean {
  return Math.abs(topPoints - expectedTopPoints(coefficient)) < TOP_POINTS_TOLERANCE
}

/** Returns whether a lineup of `count` players is complete: 22 or more (spec section 8). */
export function isLineupComplete(count: number): boolean {
  return count >= FULL_LINEUP
}

/** Returns whether reporting marks a match's voters as sufficient: 2 or more (spec section 9). */
export function hasEnoughVoters(voters: number): boolean {
  return voters >= ENOUGH_VOTERS
}

/** Computes the reporting tab's votes per voter, to one decimal; 0 when no fan has voted (spec section 2). */
export function votesPerVoter(totalVotes: number, activeVoters: number): number {
  return activeVoters === 0 ? 0 : roundHalfAway(totalVotes / activeVoters, 1)
}

/** Computes the history's matches per day: count / 30, rounded to a whole number (spec section 9). */
export function matchesPerDay(count: number): number {
  return roundHalfAway(count / HISTORY_DAYS)
}

/**
 * Returns whether a match belongs in `excluded_matches` at `now`: no lineup 3 h after kick-off, unless it was postponed or cancelled (decisions,
 * "Matches and data").
 */
export function isLineupMissing(
  match: { readonly status: MatchStatus; readonly match_date: Instant },
  lineupCount: number,
  now: Date,
): boolean {
  const deadline = msOf(match.match_date) + LINEUP_EXCLUSION_HOURS * 60 * MINUTE_MS
  return lineupCount === 0 && now.getTime() >= deadline && !NEVER_PLAYED.includes(match.status)
}

/** Ours or the provider's version of a match, as far as both have it. `score`: home, then away. */
export interface ComparedMatch {
  readonly status: MatchStatus | null
  readonly kickoff: Instant
  readonly home_team: string
  readonly away_team: string
  readonly home_score: number | null
  readonly away_score: number | null
  /** Players of the lineup; `null` if the provider's answer has none, so that the stored ones stay. */
  readonly players: number | null
}

/** Fields in which our match and the provider's may differ, in the order in which they are listed. */
export const COMPARED_FIELDS = [
  'status',
  'kickoff',
  'home_team',
  'away_team',
  'home_score',
  'away_score',
  'players',
] as const satisfies readonly (keyof ComparedMatch)[]
export type ComparedField = (typeof COMPARED_FIELDS)[number]

/** One field in which they differ. */
interface Difference {
  readonly field: ComparedField
  readonly ours: string | number | null
  readonly theirs: string | number | null
}

/**
 * Lists the fields in which a stored match differs from the provider's. A status or lineup that the provider does not give does not count as a difference: the
 * stored one stays.
 */
export function differencesBetween(ours: ComparedMatch, theirs: ComparedMatch): Difference[] {
  return COMPARED_FIELDS.flatMap((field) => {
    const pair = { field, ours: plain(field, ours), theirs: plain(field, theirs) }
    const isUntold = pair.theirs === null && (field === 'status' || field === 'players')
    return isUntold || pair.ours === pair.theirs ? [] : [pair]
  })
}

function plain(field: ComparedField, match: ComparedMatch): string | number | null {
  const value = match[field]
  return field === 'kickoff' ? new Date(msOf(match.kickoff)).toISOString() : (value as string | number | null)
}

/** The totals that are compared, in the order in which they are shown. */
const COMPARED_TOTALS = ['total_points', 'matches_played', 'wins', 'podiums'] as const
export type ComparedTotal = (typeof COMPARED_TOTALS)[number]

type Totals = Pick<SeasonTotals, ComparedTotal>

/** One total, as stored and as added up from the matches; `null` where there is no row. */
export interface TotalPair {
  readonly name: ComparedTotal
  readonly stored: number | null
  readonly added: number | null
  readonly same: boolean
}

/**
 * `none`: no row is stored, and there are no points to store, which is tolerated (spec section 8). `missing`: no row in spite of points.
 * `left_over`: a row without points. `different`: both are there and disagree.
 */
export type TotalsVerdict = 'same' | 'none' | 'missing' | 'left_over' | 'different'

/** Compares a player's stored season row with what their matches add up to (spec section 2, `/{name}-analysis`). */
export function compareTotals(
  stored: Totals | null,
  added: Totals | null,
): { verdict: TotalsVerdict; totals: TotalPair[] } {
  const totals = COMPARED_TOTALS.map((name) => {
    const pair = { name, stored: stored?.[name] ?? null, added: added?.[name] ?? null }
    return { ...pair, same: pair.stored === pair.added }
  })
  return { verdict: verdictOf(stored, added, totals), totals }
}

function verdictOf(stored: Totals | null, added: Totals | null, totals: readonly TotalPair[]): TotalsVerdict {
  if (stored === null) return added === null ? 'none' : 'missing'
  if (added === null) return 'left_over'
  return totals.every(({ same }) => same) ? 'same' : 'different'
}
