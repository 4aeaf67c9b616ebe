import { describe, expect, it } from 'vitest'
import { isMarked, remainingMs } from './recalculation.ts'

describe('the time that a recalculation still needs', () => {
  it.each([
    ['before the first match: the pauses', 2_000, 0, 0, 400_000],
    ['at the pace so far', 2_000, 500, 300_000, 900_000],
    ['no less than the pauses', 2_000, 500, 1, 300_000],
    ['after the clock was set back: the pauses', 10, 5, -1_000, 1_000],
    ['a last, incomplete batch', 7, 5, 5_000, 2_000],
    ['nothing left', 7, 7, 5_000, 0],
    ['nothing at all', 0, 0, 0, 0],
  ])('%s', (_name, total, settled, elapsedMs, left) => {
    expect(remainingMs({ total, settled, elapsedMs })).toBe(left)
  })
})

describe('a match', () => {
  it.each([
    ['published with another coefficient', true, true, 3, 2.5],
    ['published with this coefficient', false, true, 3, 3],
    ['not published', false, false, 3, 2.5],
    ['published before coefficients were stored', false, true, 3, null],
  ])('%s: marked %s', (_name, marked, published, coefficient, ranked_coefficient) => {
    const match = { published, coefficient, ranked_coefficient }
    expect(isMarked({ ...match, players_changed: false })).toBe(marked)
    // Two of its players have been merged since.
    expect(isMarked({ ...match, players_changed: true })).toBe(published)
  })
})
