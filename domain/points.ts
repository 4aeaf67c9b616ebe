/** Points of the first ten ranks before the coefficient (spec section 9). */
export const POINT_SCALE = [100, 80, 70, 60, 50, 40, 30, 20, 15, 10] as const

/** Significant digits that survive a few products of doubles: 1.15 * 70 is 80.49999999999999 in binary and 80.5 here. */
const SAFE_DIGITS = 13

/**
 * Rounds to the nearest, a half going away from zero, as on paper: 1.005 to two decimals is 1.01.
 * Made for amounts under 10^13 in their last kept decimal.
 */
export function roundHalfAway(value: number, decimals = 0): number {
  const scale = 10 ** decimals
  const shifted = Number((Math.abs(value) * scale).toPrecision(SAFE_DIGITS))
  const rounded = Math.floor(shifted + 0.5) / scale
  return value < 0 && rounded !== 0 ? -rounded : rounded
}

/** Points of a rank (1 = best) in a match of that coefficient; none from the eleventh rank on. */
export function pointsFor(rank: number, coefficient: number): number {
  return roundHalfAway((POINT_SCALE[rank - 1] ?? 0) * coefficient)
}

/** Points the first of a match must have: round(100 x coefficient). */
export function expectedTopPoints(coefficient: number): number {
  return pointsFor(1, coefficient)
}
