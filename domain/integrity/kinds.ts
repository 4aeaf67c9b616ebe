import { addClasses, type Box, type Classes, countClasses, MAX_CLASSES } from './boxes.ts'
import type { Crowd } from './crowd.ts'
import { LIMITS } from './limits.ts'
import type { Lockstep } from './lockstep.ts'
import { numberOf } from './number-list.ts'
import { EVIDENCE } from './table.ts'

/** Upper bounds of the classes of earlier ballots, of age in hours, of minutes after kick-off, and of ballots on one network or device. */
const VOTES = [1, 2, 3, 4]
const AGES = [1, 3, 12, 24, 72, 168, 336, 720, 2_160]
const MINUTES = [70, 80, 90, 100, 110, 120, 130, 145]
const ON_NETWORK = [2, 5, 20, 200]
const ON_DEVICE = [2, 6]
const ATTRIBUTES = 10
/** Attribute of earlier matches in which the account acted together with others; set for one choice at a time. */
const TOGETHER = ATTRIBUTES - 1
const MAX_TOGETHER = 3
const NOT_TOGETHER: ReadonlyMap<number, number> = new Map()

/** Highest level of likeness. Ballots that are more like a group have this level too. */
const CERTAIN = 20

/** The kinds of ballots: classes of their accounts, their time and their changes. */
export class Kinds {
  /** Classes of each kind; the kinds with each number of earlier matches together follow one another. */
  readonly classes: Classes
  readonly #count: number
  readonly #kindOf: Int32Array
  readonly #everybody: Int32Array
  readonly #size: number

  constructor(crowd: Crowd, lockstep: Lockstep) {
    const { values, kindOf } = kindsOf(crowd, lockstep)
    this.#count = values.length / ATTRIBUTES
    this.#kindOf = kindOf
    this.classes = { attributes: ATTRIBUTES, values: withTogether(values) }
    this.#size = crowd.size
    this.#everybody = this.classesOf(kindOf.keys())
  }

  /** Returns the kind of a row. @param together Earlier matches in which its account acted together with others. */
  kindOf(row: number, together = 0): number {
    return (this.#kindOf[row] ?? 0) + this.#count * Math.min(MAX_TOGETHER, together)
  }

  /** Counts rows by kind. @param together Earlier matches in which the accounts of rows acted together with others. */
  count(rows: Iterable<number>, together: ReadonlyMap<number, number> = NOT_TOGETHER): Int32Array {
    const counts = new Int32Array(this.#count * (together.size === 0 ? 1 : 1 + MAX_TOGETHER))
    for (const row of rows) {
      const kind = this.kindOf(row, together.get(row))
      counts[kind] = (counts[kind] ?? 0) + 1
    }
    return counts
  }

  /** Counts rows by class. */
  classesOf(rows: Iterable<number>): Int32Array {
    const counts = new Int32Array(ATTRIBUTES * MAX_CLASSES)
    for (const row of rows) addClasses(counts, this.classes, this.kindOf(row), 1)
    return counts
  }

  /** Returns the rows whose kind is rather that of a group than that of everybody. */
  typicalOf(group: readonly number[], rows: readonly number[] = group): number[] {
    const likeness = this.#likenessTo([...this.classesOf(group)])
    return rows.filter((row) => likeness(this.kindOf(row)) > LIMITS.likeness)
  }

  /** Adds to a box the ballots of its kind outside it, level by level of likeness, while enough of a level's ballots make its choice. */
  widen(box: Box, chosen: Int32Array, others: Int32Array, odds: number): Pick<Box, 'chosen' | 'others'> {
    // The kind of those who should not be there, including classes that the search has left out.
    const likeness = this.#likenessTo(excessOf(this.classes, chosen, others, odds))
    const levels = chosen.map((count, kind) =>
      count + (others[kind] ?? 0) === 0 ? 0 : Math.max(0, Math.min(CERTAIN, Math.floor(likeness(kind)))),
    )
    const [outside, besides] = [new Int32Array(CERTAIN + 1), new Int32Array(CERTAIN + 1)]
    levels.forEach((level, kind) => {
      outside[level] = (outside[level] ?? 0) + (chosen[kind] ?? 0) - (box.chosen[kind] ?? 0)
      besides[level] = (besides[level] ?? 0) + (others[kind] ?? 0)
    })
    let least = CERTAIN + 1
    for (let level = CERTAIN; level > LIMITS.likeness; level -= 1) {
      const here = outside[level] ?? 0
      if (here > 0 && here < LIMITS.widening * odds * ((besides[level] ?? 0) + 0.5)) break
      least = level
    }
    const widened = (all: Int32Array, boxed: Int32Array) =>
      all.map((count, kind) => ((levels[kind] ?? 0) >= least ? count : (boxed[kind] ?? 0)))
    return { chosen: widened(chosen, box.chosen), others: widened(others, box.others) }
  }

  /** Returns a function that computes how much more a kind is that of a group than that of everybody, as a logarithm. `counts`: the group's by class. */
  #likenessTo(counts: readonly number[]): (kind: number) => number {
    const { values } = this.classes
    const sizes = Array.from({ length: ATTRIBUTES }, (_, attribute) => {
      const from = attribute * MAX_CLASSES
      return counts.slice(from, from + MAX_CLASSES).reduce((sum, one) => sum + one, 0)
    })
    const weights = counts.map((count, cell) => {
      const here = (count + 0.5) / ((sizes[Math.floor(cell / MAX_CLASSES)] ?? 0) + 1)
      return Math.log(here) - Math.log(((this.#everybody[cell] ?? 0) + 0.5) / (this.#size + 1))
    })
    return (kind) => {
      let likeness = 0
      for (let attribute = 0; attribute < ATTRIBUTES; attribute += 1) {
        likeness += weights[attribute * MAX_CLASSES + (values[kind * ATTRIBUTES + attribute] ?? 0)] ?? 0
      }
      return likeness
    }
  }
}

/** Counts by class the ballots with a choice beyond those that independent people would have cast. */
function excessOf(classes: Classes, chosen: Int32Array, others: Int32Array, odds: number): number[] {
  const theirs = countClasses(classes, others)
  return Array.from(countClasses(classes, chosen), (count, cell) => Math.max(0, count - odds * (theirs[cell] ?? 0)))
}

/** Numbers the kinds of all rows, in order of appearance, as the class of no earlier matches together. */
function kindsOf(crowd: Crowd, lockstep: Lockstep): { readonly values: number[]; readonly kindOf: Int32Array } {
  const { ageHours, changes, earlierVotes, mails, minutes, strengths } = crowd.ballots
  const sizeOf = (row: number, evidence: number) => crowd.sharingOf(row, evidence)?.rows.length ?? 1
  const numbers = new Map<number, number>()
  const values: number[] = []
  const kindOf = new Int32Array(crowd.size)
  for (let row = 0; row < crowd.size; row += 1) {
    const classes = [
      classOf(earlierVotes[row], VOTES),
      classOf(ageHours[row], AGES),
      strengths[row] ?? 0,
      mails[row] ?? 0,
      classOf(minutes[row], MINUTES),
      Math.min(2, changes[row] ?? 0),
      classOf(sizeOf(row, 0), ON_NETWORK),
      classOf(sizeOf(row, EVIDENCE.indexOf('device')), ON_DEVICE),
      Number(lockstep.wasSetAside(row)),
      0,
    ]
    const kind = numberOf(
      numbers,
      classes.reduce((name, one) => name * MAX_CLASSES + one, 0),
    )
    if (kind * ATTRIBUTES === values.length) values.push(...classes)
    kindOf[row] = kind
  }
  return { values, kindOf }
}

/** Repeats the classes of all kinds for each number of earlier matches together. */
function withTogether(values: readonly number[]): Uint8Array {
  const all = new Uint8Array(values.length * (1 + MAX_TOGETHER))
  for (let together = 0; together <= MAX_TOGETHER; together += 1) {
    all.set(values, together * values.length)
    for (let at = TOGETHER; at < values.length; at += ATTRIBUTES) all[together * values.length + at] = together
  }
  return all
}

function classOf(value = 0, bounds: readonly number[]): number {
  const at = bounds.findIndex((bound) => value < bound)
  return Math.min(MAX_CLASSES - 1, at === -1 ? bounds.length : at)
}
