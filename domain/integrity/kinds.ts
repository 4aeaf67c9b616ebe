import { type Box, type Classes, countClasses, MAX_CLASSES } from './boxes.ts'
import { type Crowd, EVIDENCE } from './crowd.ts'
import { LIMITS } from './limits.ts'
import type { Lockstep } from './lockstep.ts'

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

/** Highest level of likeness. Ballots that are more like a group have this level too. */
const CERTAIN = 20

/** The kinds of ballots: what is known of their accounts, their time and their changes, in classes. */
export class Kinds {
  readonly classes: Classes
  readonly #everybody: Int32Array
  readonly #size: number

  constructor(crowd: Crowd, lockstep: Lockstep) {
    this.classes = classesOf(crowd, lockstep)
    this.#size = crowd.ballots.length
    this.#everybody = countClasses(this.classes, [...crowd.ballots.keys()])
  }

  /** Runs a search with the number of earlier matches in which accounts acted together as one more class. */
  whileTogether<Result>(matches: ReadonlyMap<number, number>, search: () => Result): Result {
    const set = (classOfMatches: (count: number) => number) => {
      for (const [row, count] of matches) this.classes.values[row * ATTRIBUTES + TOGETHER] = classOfMatches(count)
    }
    set((count) => Math.min(MAX_TOGETHER, count))
    const result = search()
    set(() => 0)
    return result
  }

  /** Returns the rows whose kind is rather that of a group than that of everybody. */
  typicalOf(group: readonly number[], rows: readonly number[] = group): number[] {
    const likeness = this.#likenessTo([...countClasses(this.classes, group)])
    return rows.filter((row) => likeness(row) > LIMITS.likeness)
  }

  /** Adds to a box the ballots of its kind outside it, level by level of likeness, while enough of a level's ballots make its choice. */
  widen(box: Box, chosen: readonly number[], others: readonly number[], odds: number) {
    // The kind of those who should not be there, also in classes that the search has left out.
    const likeness = this.#likenessTo(excessOf(this.classes, chosen, others, odds))
    const levelOf = (row: number) => Math.max(0, Math.min(CERTAIN, Math.floor(likeness(row))))
    const inside = new Set(box.chosen)
    const [outside, besides] = [new Int32Array(CERTAIN + 1), new Int32Array(CERTAIN + 1)]
    const add = (counts: Int32Array, row: number) => {
      counts[levelOf(row)] = (counts[levelOf(row)] ?? 0) + 1
    }
    for (const row of chosen) if (!inside.has(row)) add(outside, row)
    for (const row of others) add(besides, row)
    let least = CERTAIN + 1
    for (let level = CERTAIN; level > LIMITS.likeness; level -= 1) {
      const here = outside[level] ?? 0
      if (here > 0 && here < LIMITS.widening * odds * ((besides[level] ?? 0) + 0.5)) break
      least = level
    }
    const boxed = new Set(box.others)
    return {
      chosen: chosen.filter((row) => inside.has(row) || levelOf(row) >= least),
      others: others.filter((row) => boxed.has(row) || levelOf(row) >= least),
    }
  }

  /** Returns a function that computes how much more the kind of a row is that of a group than that of everybody, as a logarithm. `counts`: the group's by class. */
  #likenessTo(counts: readonly number[]): (row: number) => number {
    const { values } = this.classes
    const sizes = Array.from({ length: ATTRIBUTES }, (_, attribute) => {
      const from = attribute * MAX_CLASSES
      return counts.slice(from, from + MAX_CLASSES).reduce((sum, one) => sum + one, 0)
    })
    const weights = counts.map((count, cell) => {
      const here = (count + 0.5) / ((sizes[Math.floor(cell / MAX_CLASSES)] ?? 0) + 1)
      return Math.log(here) - Math.log(((this.#everybody[cell] ?? 0) + 0.5) / (this.#size + 1))
    })
    return (row) => {
      let likeness = 0
      for (let attribute = 0; attribute < ATTRIBUTES; attribute += 1) {
        likeness += weights[attribute * MAX_CLASSES + (values[row * ATTRIBUTES + attribute] ?? 0)] ?? 0
      }
      return likeness
    }
  }
}

/** Counts by class the ballots with a choice beyond those that independent people would have cast. */
function excessOf(classes: Classes, chosen: readonly number[], others: readonly number[], odds: number): number[] {
  const theirs = countClasses(classes, others)
  return Array.from(countClasses(classes, chosen), (count, cell) => Math.max(0, count - odds * (theirs[cell] ?? 0)))
}

function classesOf(crowd: Crowd, lockstep: Lockstep): Classes {
  const values = new Uint8Array(crowd.ballots.length * ATTRIBUTES)
  const sizeOf = (row: number, evidence: number) => crowd.sharingOf(row, evidence)?.rows.length ?? 1
  for (const [row, ballot] of crowd.ballots.entries()) {
    const classes = [
      classOf(ballot.earlierVotes, VOTES),
      classOf(ballot.ageHours, AGES),
      ballot.strength,
      ballot.mail === 'popular' ? 0 : ballot.mail === 'none' ? 1 : 2,
      classOf(ballot.minute, MINUTES),
      Math.min(2, ballot.changes),
      classOf(sizeOf(row, 0), ON_NETWORK),
      classOf(sizeOf(row, EVIDENCE.indexOf('device')), ON_DEVICE),
      Number(lockstep.wasSetAside(row)),
    ]
    values.set(classes, row * ATTRIBUTES)
  }
  return { attributes: ATTRIBUTES, values }
}

function classOf(value: number, bounds: readonly number[]): number {
  const at = bounds.findIndex((bound) => value < bound)
  return Math.min(MAX_CLASSES - 1, at === -1 ? bounds.length : at)
}
