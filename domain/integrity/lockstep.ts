import { surprise } from './boxes.ts'
import type { Crowd } from './crowd.ts'
import { LIMITS } from './limits.ts'
import type { PastChoices } from './past.ts'

/** Weight of how everybody chose, in ballots, next to how a few are known to have chosen. */
const EVERYBODY = 5
const MAX_SHARE = 0.9

/** Flags of choices that were made together. */
const [BY_OTHERS, BY_ALL] = [1, 2]

/** How often some rows made each earlier choice, the choices that they made, and how many of them voted in each match. */
class Counts {
  readonly touched: number[] = []
  readonly voters: Int32Array
  readonly #counts: Int32Array

  constructor({ ballots, voters }: PastChoices) {
    this.#counts = new Int32Array(ballots.length)
    this.voters = new Int32Array(voters.length)
  }

  of(choice: number): number {
    return this.#counts[choice] ?? 0
  }

  add(choice: number): void {
    if (this.#counts[choice] === 0) this.touched.push(choice)
    this.#counts[choice] = this.of(choice) + 1
  }

  clear(): void {
    for (const choice of this.touched) this.#counts[choice] = 0
    this.touched.length = 0
    this.voters.fill(0)
  }
}

/** Finds accounts that made the same choices before, more often than honest people who make the same choice now. */
export class Lockstep {
  readonly #crowd: Crowd
  readonly #past: PastChoices
  /** Counts of accounts with history and of others, for one choice at a time. */
  readonly #known: Counts
  readonly #others: Counts

  constructor(crowd: Crowd) {
    this.#crowd = crowd
    this.#past = crowd.past
    this.#known = new Counts(crowd.past)
    this.#others = new Counts(crowd.past)
  }

  /** Whether an earlier ballot of the row's account was set aside. */
  wasSetAside(row: number): boolean {
    return this.#past.wasSetAside(this.#crowd.accountOf(row))
  }

  /** Returns for rows that make one choice in how many earlier matches they acted together; rows that never did are left out. */
  matchesTogether(rows: Iterable<number>): Map<number, number> {
    for (const row of rows) this.#count(row, this.#crowd.isTrusted(row) ? this.#known : this.#others)
    const flags = this.#flags()
    this.#known.clear()
    this.#others.clear()
    const together = new Map<number, number>()
    if (flags.size === 0) return together
    for (const row of rows) {
      const least = this.#crowd.isTrusted(row) ? BY_ALL : BY_OTHERS
      const past = this.#pastOf(row).filter((choice) => (flags.get(choice) ?? 0) >= least)
      if (past.length > 0) together.set(row, new Set(Array.from(past, (choice) => this.#past.matchOf[choice])).size)
    }
    return together
  }

  /** Flags earlier choices that were made together: by all, or by those without history alone. */
  #flags(): Map<number, number> {
    const [known, others] = [this.#known, this.#others]
    const flags = new Map<number, number>()
    for (const choice of others.touched) {
      const same = others.of(choice)
      if (same >= LIMITS.sharing && isTogether(same, this.#usual(choice, same))) flags.set(choice, BY_OTHERS)
    }
    for (const choice of [...known.touched, ...others.touched]) {
      const same = known.of(choice) + others.of(choice)
      if (same < LIMITS.sharing || !this.#past.isPodium(choice)) continue
      if (isTogether(same, this.#usualPodiums(choice, same))) flags.set(choice, BY_ALL)
    }
    return flags
  }

  /** Share of a podium before among people with the same favourite who make another choice now, and the number of rows with that favourite. */
  #usualPodiums(podium: number, same: number): Usual {
    const { ballots, favouriteOf } = this.#past
    const favourite = favouriteOf[podium] ?? -1
    const of = this.#known.of(favourite) + this.#others.of(favourite)
    return { share: ((ballots[podium] ?? 0) - same + 1) / ((ballots[favourite] ?? 0) - of + EVERYBODY), of }
  }

  /** Share of a choice before among accounts with history that make the same choice now, and the number of the other rows that voted then. */
  #usual(choice: number, same: number): Usual {
    const { matchOf, ballots, voters } = this.#past
    const match = matchOf[choice] ?? 0
    const everywhere = ((ballots[choice] ?? 0) - same + 1) / ((voters[match] ?? 0) + 1)
    const share = (this.#known.of(choice) + EVERYBODY * everywhere) / ((this.#known.voters[match] ?? 0) + EVERYBODY)
    return { share, of: this.#others.voters[match] ?? 0 }
  }

  #pastOf(row: number): Int32Array {
    return this.#past.of(this.#crowd.accountOf(row))
  }

  #count(row: number, counts: Counts): void {
    for (const choice of this.#pastOf(row)) {
      counts.add(choice)
      const match = this.#past.matchOf[choice] ?? 0
      if (this.#past.isPodium(choice)) counts.voters[match] = (counts.voters[match] ?? 0) + 1
    }
  }
}

interface Usual {
  readonly share: number
  readonly of: number
}

/** Whether more people made a choice than would have by themselves. */
function isTogether(same: number, { share, of }: Usual): boolean {
  const likely = Math.min(MAX_SHARE, LIMITS.tolerance * share)
  return same >= LIMITS.ratio * likely * of && surprise(same, of - same, likely / (1 - likely)) >= LIMITS.score / 2
}
