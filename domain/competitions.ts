/** A competition that a new installation follows, and its first coefficient. */
export interface FollowedCompetition {
  readonly id: number
  readonly coefficient: number
}

/**
 * Competitions followed from the start. The first six and their coefficients are those of spec section 9; matches of any
 * other competition are ignored until the operator adds it.
 */
export const FOLLOWED_COMPETITIONS: readonly FollowedCompetition[] = [
  { id: 2, coefficient: 4 },
  { id: 39, coefficient: 3.5 },
  { id: 140, coefficient: 3.77 },
  { id: 135, coefficient: 3.5 },
  { id: 78, coefficient: 3.2 },
  { id: 61, coefficient: 3 },
  { id: 3, coefficient: 3 },
  { id: 94, coefficient: 2.4 },
  { id: 88, coefficient: 2.3 },
  { id: 32, coefficient: 2 },
  { id: 71, coefficient: 1.8 },
  { id: 253, coefficient: 1 },
  { id: 98, coefficient: 1 },
]
