import { type Instant, MINUTE_MS, msOf } from './instant.ts'
import type { MatchStatus } from './match-status.ts'
import { expectedTopPoints } from './points.ts'
import { roundHalfAway } from './rounding.ts'

/** From this difference on the points of a match need recalculation (spec section 8). */
export const TOP_POINTS_TOLERANCE = 10

/** Players of a full lineup; fewer is worth a warning (spec section 9). */
export const FULL_LINEUP = 22

/** Voters that reporting marks as sufficient. Only a mark: `MIN_BALLOTS_FOR_VOTES` decides the source of points. */
export const ENOUGH_VOTERS = 2

/** Hours after kick-off at which a match without lineups is excluded (decisions, "Matches and data"). */
export const LINEUP_EXCLUSION_HOURS = 3

/** Days that the history's "matches per day" is spread over (spec section 9). */
const HISTORY_DAYS = 30

const NEVER_PLAYED: readonly MatchStatus[] = ['postponed', 'cancelled']

/** Whether the points of a match's first agree with its coefficient: less than 10 from round(100 x coefficient). */
export function arePointsConsistent(topPoints: number, coefficient: number): boolean {
  return Math.abs(topPoints - expectedTopPoints(coefficient)) < TOP_POINTS_TOLERANCE
}

/** Whether a lineup has its 22 players. */
export function isLineupComplete(count: number): boolean {
  return count >= FULL_LINEUP
}

/** Votes per voter of the reporting tab, one decimal; 0 when nobody voted (spec section 2). */
export function votesPerVoter(totalVotes: number, activeVoters: number): number {
  return activeVoters === 0 ? 0 : roundHalfAway(totalVotes / activeVoters, 1)
}

/** Matches per day of the history: count / 30, rounded (spec section 9). */
export function matchesPerDay(count: number): number {
  return roundHalfAway(count / HISTORY_DAYS)
}

/** Whether a match belongs to `excluded_matches`: no lineup 3 h after its kick-off, unless it was put off or called off. */
export function isLineupMissing(
  match: { readonly status: MatchStatus; readonly match_date: Instant },
  lineupCount: number,
  now: Date,
): boolean {
  const deadline = msOf(match.match_date) + LINEUP_EXCLUSION_HOURS * 60 * MINUTE_MS
  return lineupCount === 0 && now.getTime() >= deadline && !NEVER_PLAYED.includes(match.status)
}
