/** Matches that a recalculation ranks in parallel (spec section 9). Its progress moves by as many. */
export const RECALCULATION_BATCH = 5

/** Pause between two batches, in milliseconds (spec section 9). */
export const RECALCULATION_PAUSE_MS = 1_000

/** How far a recalculation has come: `settled` of its `total` matches are done or have failed, after `elapsedMs`. */
interface RecalculationProgress {
  readonly total: number
  readonly settled: number
  readonly elapsedMs: number
}

/**
 * Estimates the milliseconds that a recalculation still needs (spec section 9): as long per match as so far, and no less than the pauses that are
 * left. 0 when nothing is left.
 */
export function remainingMs({ total, settled, elapsedMs }: RecalculationProgress): number {
  const left = Math.max(total - settled, 0)
  const pauses = Math.ceil(left / RECALCULATION_BATCH) * RECALCULATION_PAUSE_MS
  const atThisPace = settled === 0 ? 0 : Math.round((Math.max(elapsedMs, 0) / settled) * left)
  return Math.max(pauses, atThisPace)
}

/**
 * Returns whether published points were computed with another coefficient than the match has now (docs/decisions/049), or before two of its players became one
 * or were parted (079).
 */
export function isMarked(match: {
  readonly published: boolean
  readonly coefficient: number
  readonly ranked_coefficient: number | null
  readonly players_changed: boolean
}): boolean {
  const { published, coefficient, ranked_coefficient, players_changed } = match
  return published && (players_changed || (ranked_coefficient !== null && ranked_coefficient !== coefficient))
}
