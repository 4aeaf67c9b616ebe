/** Classes of ballots: one row for each ballot, one column for each attribute. */
export interface Classes {
  readonly attributes: number
  /** Class of row r in attribute a at `r * attributes + a`. */
  readonly values: Uint8Array
}

/** Classes that an attribute may have. */
export const MAX_CLASSES = 16

/** A box that stands out: the ballots with the choice in it, and the other ballots in it. */
export interface Box {
  readonly chosen: readonly number[]
  readonly others: readonly number[]
  readonly score: number
}

/** Limits that a box must pass. */
export interface BoxLimits {
  /** Ballots for each one that is to be expected. */
  readonly ratio: number
  readonly score: number
  readonly size: number
}

/** Returns how surprising `count` ballots are where `expected` are likely: natural logarithm of the odds against it (Poisson); 0 up to `expected`. */
export function surprise(count: number, expected: number): number {
  return count <= expected ? 0 : count * Math.log(count / expected) - (count - expected)
}

/**
 * Searches the kind of ballots in which a choice is most surprising. Starts with all, and leaves out class after class, each time the one without which the
 * surprise is largest. Returns `null` if no box passes the limits.
 *
 * @param classes Classes of all ballots.
 * @param chosen Rows of the ballots with the choice.
 * @param others Rows of the ballots without it.
 * @param odds Odds of the choice among independent people.
 */
export function searchBox(
  classes: Classes,
  chosen: readonly number[],
  others: readonly number[],
  odds: number,
  { ratio, score: leastScore, size }: BoxLimits,
): Box | null {
  const { attributes, values } = classes
  const expectedBeside = (count: number) => odds * (count + 1)
  let box = { chosen, others }
  for (;;) {
    const expected = expectedBeside(box.others.length)
    const score = surprise(box.chosen.length, expected)
    const isDense = box.chosen.length >= ratio * expected
    const next = bestExclusion(classes, box, expectedBeside, size)
    if (next === null || (isDense && next.score <= score))
      return isDense && score >= leastScore ? { ...box, score } : null
    const stays = (row: number) => values[row * attributes + next.attribute] !== next.value
    box = { chosen: box.chosen.filter(stays), others: box.others.filter(stays) }
  }
}

/** Finds the class whose exclusion leaves the largest surprise, and at least `size` ballots with the choice. */
function bestExclusion(
  classes: Classes,
  { chosen, others }: Pick<Box, 'chosen' | 'others'>,
  expectedBeside: (count: number) => number,
  size: number,
) {
  const [with_, without] = [countClasses(classes, chosen), countClasses(classes, others)]
  let best: { readonly attribute: number; readonly value: number; readonly score: number } | null = null
  for (const [cell, gone] of without.entries()) {
    const left = chosen.length - (with_[cell] ?? 0)
    if (gone === 0 || left < size) continue
    const score = surprise(left, expectedBeside(others.length - gone))
    if (best !== null && score <= best.score) continue
    best = { attribute: Math.floor(cell / MAX_CLASSES), value: cell % MAX_CLASSES, score }
  }
  return best
}

/** Counts the rows of each class of each attribute. */
export function countClasses({ attributes, values }: Classes, rows: readonly number[]): Int32Array {
  const counts = new Int32Array(attributes * MAX_CLASSES)
  for (const row of rows) {
    for (let attribute = 0; attribute < attributes; attribute += 1) {
      const cell = attribute * MAX_CLASSES + (values[row * attributes + attribute] ?? 0)
      counts[cell] = (counts[cell] ?? 0) + 1
    }
  }
  return counts
}
