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

/**
 * Returns how surprising a share of ballots with a choice is where the odds of the choice are `odds`: the natural logarithm of how much likelier it is at the
 * share that it has (binomial); 0 if its share is no larger than likely.
 */
export function surprise(count: number, others: number, odds: number): number {
  if (count <= odds * others) return 0
  const all = count + others
  const against = others === 0 ? 0 : others * Math.log((others / all) * (1 + odds))
  return count * Math.log((count / all) * ((1 + odds) / odds)) + against
}

/** Returns how many times more ballots have a choice than are likely. One more without it is assumed, as few ballots show little. */
export function density(count: number, others: number, odds: number): number {
  return count / (odds * (others + 1))
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
  let box = { chosen, others }
  for (;;) {
    const score = surprise(box.chosen.length, box.others.length, odds)
    const isDense = density(box.chosen.length, box.others.length, odds) >= ratio
    const next = bestExclusion(classes, box, odds, size)
    if (next === null || (isDense && next.score <= score))
      return isDense && score >= leastScore ? { ...box, score } : null
    const stays = (row: number) => values[row * attributes + next.attribute] !== next.value
    box = { chosen: box.chosen.filter(stays), others: box.others.filter(stays) }
  }
}

interface Exclusion {
  readonly attribute: number
  readonly value: number
  readonly score: number
  readonly dense: number
}

/** Finds the class whose exclusion leaves the largest surprise, and at least `size` ballots with the choice. */
function bestExclusion(
  classes: Classes,
  { chosen, others }: Pick<Box, 'chosen' | 'others'>,
  odds: number,
  size: number,
) {
  const [with_, without] = [countClasses(classes, chosen), countClasses(classes, others)]
  let best: Exclusion | null = null
  for (const [cell, gone] of without.entries()) {
    const left = chosen.length - (with_[cell] ?? 0)
    if (gone === 0 || left < size) continue
    const score = surprise(left, others.length - gone, odds)
    // As long as nothing is surprising, towards the densest.
    const dense = density(left, others.length - gone, odds)
    if (best !== null && (score < best.score || (score === best.score && dense <= best.dense))) continue
    best = { attribute: Math.floor(cell / MAX_CLASSES), value: cell % MAX_CLASSES, score, dense }
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
