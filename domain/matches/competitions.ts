/** A competition that a new installation follows, with its initial coefficient. */
export interface FollowedCompetition {
  readonly id: number
  readonly coefficient: number
}

/**
 * Competitions that a new installation follows, by the provider's id. The first six and their coefficients come from spec section 9.
 * Matches of any other competition are ignored until the operator adds it.
 */
export const FOLLOWED_COMPETITIONS: readonly FollowedCompetition[] = [
  { id: 2, coefficient: 4 },
  { id: 39, coefficient: 3.5 },
  { id: 140, coefficient: 3.77 },
  { id: 135, coefficient: 3.5 },
  { id: 78, coefficient: 3.2 },
  { id: 61, coefficient: 3 },
  { id: 3, coefficient: 3 },
  { id: 848, coefficient: 2.5 },
  { id: 32, coefficient: 2 },
  { id: 34, coefficient: 2 },
  { id: 94, coefficient: 2.6 },
  { id: 88, coefficient: 2.5 },
  { id: 144, coefficient: 2.3 },
  { id: 203, coefficient: 2 },
  { id: 71, coefficient: 2 },
  { id: 128, coefficient: 1.9 },
  { id: 253, coefficient: 1.4 },
  { id: 262, coefficient: 1.6 },
  { id: 239, coefficient: 1.3 },
  { id: 98, coefficient: 1.4 },
  { id: 99, coefficient: 1 },
  { id: 292, coefficient: 1.3 },
  { id: 188, coefficient: 1 },
  { id: 63, coefficient: 1 },
  { id: 45, coefficient: 1.5 },
  { id: 66, coefficient: 1.3 },
  { id: 81, coefficient: 1.5 },
  { id: 90, coefficient: 1.2 },
  { id: 96, coefficient: 1.2 },
  { id: 137, coefficient: 1.4 },
  { id: 143, coefficient: 1.6 },
  { id: 147, coefficient: 1.1 },
  { id: 206, coefficient: 1.1 },
]

/** National first divisions among them: the provider distinguishes leagues from cups, but not their level. */
export const FIRST_DIVISIONS: ReadonlySet<number> = new Set([
  39, 61, 71, 78, 88, 94, 98, 128, 135, 140, 144, 188, 203, 239, 253, 262, 292,
])
