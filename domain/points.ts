import { roundHalfAway } from './rounding.ts'

/** Points of the first ten ranks before the coefficient (spec section 9). */
export const POINT_SCALE = [100, 80, 70, 60, 50, 40, 30, 20, 15, 10] as const

/** Points of a rank (1 = best) in a match of that coefficient; none from the eleventh rank on. */
export function pointsFor(rank: number, coefficient: number): number {
  return roundHalfAway((POINT_SCALE[rank - 1] ?? 0) * coefficient)
}

/** Points the first of a match must have: round(100 x coefficient). */
export function expectedTopPoints(coefficient: number): number {
  return pointsFor(1, coefficient)
}
