import { roundHalfAway } from '../common/rounding.ts'

/** Points of the first ten ranks, before the coefficient (spec section 9). */
export const POINT_SCALE = [100, 80, 70, 60, 50, 40, 30, 20, 15, 10] as const

/** Returns the points of a rank, 1 being the best, in a match with `coefficient`: a whole number, 0 from the eleventh rank on (spec section 9). */
export function pointsFor(rank: number, coefficient: number): number {
  return roundHalfAway((POINT_SCALE[rank - 1] ?? 0) * coefficient)
}

/** Returns the points that a match's first player must have: round(100 x coefficient) (spec section 9). */
export function expectedTopPoints(coefficient: number): number {
  return pointsFor(1, coefficient)
}

/**
 * Version of the published counting rule: opening and closing of the vote, 5-3-1, tie-breaks, point scale, coefficients. Change it with any
 * of them: every result shows the version that produced it.
 */
export const COUNTING_RULE_VERSION = '2026.1'
