import { surprise } from './boxes.ts'
import type { Crowd } from './crowd.ts'
import { LIMITS } from './limits.ts'
import type { PastChoices } from './past.ts'

/** Weight of how everybody chose, in ballots, next to how a few are known to have chosen. */
const EVERYBODY = 5
const MAX_SHARE = 0.9

/** Flags of choices that were made together. */
const [BY_OTHERS, BY_ALL] = [1, 2]
const NONE = new Set<number>()

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

  addVoter(match: number): void {
    this.voters[match] = (this.voters[match] ?? 0) + 1
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
  /** Flags by earlier choice, for one choice at a time. */
  readonly #flags: Uint8Array

  constructor(crowd: Crowd) {
    this.#crowd = crowd
    this.#past = crowd.past
    this.#known = new Counts(crowd.past)
    this.#others = new Counts(crowd.past)
    this.#flags = new Uint8Array(crowd.past.ballots.length)
  }

  /** Returns whether an earlier ballot of the row's account was set aside. */
  wasSetAside(row: number): boolean {
    return this.#past.wasSetAside(this.#crowd.accountOf(row))
  }

  /** Returns for rows that make one choice in how many earlier matches they acted together; rows that never did are left out. */
  matchesTogether(rows: Int32Array): Map<number, number> {
    for (const row of rows) this.#count(row, this.#crowd.isTrusted(row) ? this.#known : this.#others)
    const flagged = this.#flag()
    this.#known.clear()
    this.#others.clear()
    const together = new Map<number, number>()
    if (flagged.length === 0) return together
    for (const row of rows) {
      const matches = this.#flaggedMatches(row, this.#crowd.isTrusted(row) ? BY_ALL : BY_OTHERS)
      if (matches.size > 0) together.set(row, matches.size)
    }
    for (const choice of flagged) this.#flags[choice] = 0
    return together
  }

  /** Flags earlier choices that were made together: by all, or by those without history alone. Returns them. */
  #flag(): number[] {
    const [known, others] = [this.#known, this.#others]
    const flagged: number[] = []
    const flag = (choice: number, value: number) => {
      this.#flags[choice] = value
      flagged.push(choice)
    }
    for (const choice of others.touched) {
      const same = others.of(choice)
      if (same >= LIMITS.sharing && isTogether(same, this.#usual(choice, same))) flag(choice, BY_OTHERS)
    }
    for (const choice of [...known.touched, ...others.touched]) {
      const same = known.of(choice) + others.of(choice)
      const favourite = this.#past.favouriteOf(choice)
      if (same < LIMITS.sharing || favourite === undefined) continue
      if (isTogether(same, this.#usualPodiums(choice, favourite, same))) flag(choice, BY_ALL)
    }
    return flagged
  }

  /** Returns the earlier matches in which a row made a choice with this flag or a higher one. */
  #flaggedMatches(row: number, least: number): ReadonlySet<number> {
    const isFlagged = (choice: number) => (this.#flags[choice] ?? 0) >= least
    let matches = NONE
    for (const podium of this.#pastOf(row)) {
      if (!isFlagged(podium) && !(this.#past.placesOf[podium] ?? []).some(isFlagged)) continue
      if (matches === NONE) matches = new Set()
      matches.add(this.#past.matchOf[podium] ?? 0)
    }
    return matches
  }

  /** Share of a podium before among people with the same favourite who make another choice now, and the number of rows with that favourite. */
  #usualPodiums(podium: number, favourite: number, same: number): Usual {
    const { ballots } = this.#past
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
    return this.#past.podiumsOf(this.#crowd.accountOf(row))
  }

  #count(row: number, counts: Counts): void {
    for (const podium of this.#pastOf(row)) {
      for (const place of this.#past.placesOf[podium] ?? []) counts.add(place)
      counts.add(podium)
      counts.addVoter(this.#past.matchOf[podium] ?? 0)
    }
  }
}

interface Usual {
  readonly share: number
  readonly of: number
}

/** Returns whether more people made a choice than would have by themselves. */
function isTogether(same: number, { share, of }: Usual): boolean {
  const likely = Math.min(MAX_SHARE, LIMITS.tolerance * share)
  return same >= LIMITS.ratio * likely * of && surprise(same, of - same, likely / (1 - likely)) >= LIMITS.score / 2
}
