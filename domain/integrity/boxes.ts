/** Kinds of ballots by their classes: one row for each kind, one column for each attribute. */
export interface Classes {
  readonly attributes: number
  /** Class of kind k in attribute a at `k * attributes + a`. */
  readonly values: Uint8Array
}

/** Classes that an attribute may have. */
export const MAX_CLASSES = 16

/** A box that stands out: the ballots with the choice in it, and the other ballots in it, by kind. */
export interface Box {
  readonly chosen: Int32Array
  readonly others: Int32Array
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
 * @param classes Classes of all kinds.
 * @param chosen Number of ballots with the choice by kind.
 * @param others Number of ballots without it by kind.
 * @param odds Odds of the choice among independent people.
 */
export function searchBox(
  classes: Classes,
  chosen: Int32Array,
  others: Int32Array,
  odds: number,
  { ratio, score: leastScore, size }: BoxLimits,
): Box | null {
  const { attributes, values } = classes
  let box = { chosen, others }
  for (;;) {
    const [ours, theirs] = [totalOf(box.chosen), totalOf(box.others)]
    const score = surprise(ours, theirs, odds)
    const isDense = density(ours, theirs, odds) >= ratio
    const next = bestExclusion(classes, box, odds, size)
    if (next === null || (isDense && next.score <= score))
      return isDense && score >= leastScore ? { ...box, score } : null
    const left = (count: number, kind: number) =>
      values[kind * attributes + next.attribute] === next.value ? 0 : count
    box = { chosen: box.chosen.map(left), others: box.others.map(left) }
  }
}

const totalOf = (counts: Int32Array) => counts.reduce((sum, count) => sum + count, 0)

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
  const [ours, theirs] = [totalOf(chosen), totalOf(others)]
  let best: Exclusion | null = null
  for (const [cell, gone] of without.entries()) {
    const left = ours - (with_[cell] ?? 0)
    if (gone === 0 || left < size) continue
    const score = surprise(left, theirs - gone, odds)
    // As long as nothing is surprising, towards the densest.
    const dense = density(left, theirs - gone, odds)
    if (best !== null && (score < best.score || (score === best.score && dense <= best.dense))) continue
    best = { attribute: Math.floor(cell / MAX_CLASSES), value: cell % MAX_CLASSES, score, dense }
  }
  return best
}

/** Counts the ballots of each class of each attribute. @param kinds Number of ballots by kind. */
export function countClasses(classes: Classes, kinds: Int32Array): Int32Array {
  const counts = new Int32Array(classes.attributes * MAX_CLASSES)
  kinds.forEach((count, kind) => {
    if (count > 0) addClasses(counts, classes, kind, count)
  })
  return counts
}

/** Adds a number of ballots of one kind to the counts of its classes. */
export function addClasses(counts: Int32Array, { attributes, values }: Classes, kind: number, count: number): void {
  for (let attribute = 0; attribute < attributes; attribute += 1) {
    const cell = attribute * MAX_CLASSES + (values[kind * attributes + attribute] ?? 0)
    counts[cell] = (counts[cell] ?? 0) + count
  }
}
