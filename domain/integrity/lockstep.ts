import type { JudgedBallot } from './ballots.ts'
import { surprise } from './boxes.ts'
import type { Crowd } from './crowd.ts'
import { LIMITS } from './limits.ts'

/** An earlier ballot of an account. */
export interface Past {
  readonly match: number
  readonly picks: JudgedBallot['picks']
  /** The rule has set it aside. */
  readonly setAside: boolean
}

/** Earlier ballots by account, oldest first. A map is one. */
export interface History {
  get(account: string): readonly Past[] | undefined
}

/** Adds the ballots of a judged match to the history of their accounts. `aside` holds the ids of those that were set aside. */
export function remember(
  history: Map<string, readonly Past[]>,
  match: number,
  ballots: readonly JudgedBallot[],
  aside: ReadonlySet<string>,
): void {
  for (const { id, account, picks } of ballots) {
    const past = history.get(account) ?? []
    history.set(account, [...past.slice(1 - LIMITS.remembered), { match, picks, setAside: aside.has(id) }])
  }
}

/** Weight of how everybody chose, in ballots, next to how a few are known to have chosen. */
const EVERYBODY = 5
const MAX_SHARE = 0.9

/** Choices of an earlier ballot: a player on each place, and the podium. */
const CHOICES = 4
const PODIUM = 3

/** An earlier match, and its choices by player or podium, for each of `CHOICES`. */
interface KnownMatch {
  readonly index: number
  readonly known: readonly Map<number, number>[]
}

/** Numbers the choices of earlier matches. */
class PastChoices {
  /** By choice: the match as an index, the favourite of a podium (-1 for a player on a place), and the number of ballots. */
  readonly matchOf: number[] = []
  readonly favouriteOf: number[] = []
  readonly ballots: number[] = []
  readonly #matches = new Map<number, KnownMatch>()
  readonly #players = new Map<number, number>()

  get matches(): number {
    return this.#matches.size
  }

  /** Counts an earlier ballot, and returns its choices. */
  add({ match, picks }: Past): readonly number[] {
    const { index, known } = this.#matches.get(match) ?? this.#begin(match)
    const players = picks.map((player) => this.#playerOf(player))
    const places = players.map((player, place) => this.#choice(known[place], player, index, -1))
    return [...places, this.#choice(known[PODIUM], podiumOf(players), index, places[0] ?? -1)]
  }

  #begin(match: number): KnownMatch {
    const known = Array.from({ length: CHOICES }, () => new Map<number, number>())
    const begun = { index: this.#matches.size, known }
    this.#matches.set(match, begun)
    return begun
  }

  #playerOf(id: number): number {
    const known = this.#players.get(id) ?? this.#players.size
    this.#players.set(id, known)
    return known
  }

  #choice(known: Map<number, number> | undefined, key: number, match: number, favourite: number): number {
    const choice = known?.get(key) ?? this.ballots.length
    if (choice === this.ballots.length) {
      known?.set(key, choice)
      this.matchOf.push(match)
      this.favouriteOf.push(favourite)
      this.ballots.push(0)
    }
    this.ballots[choice] = (this.ballots[choice] ?? 0) + 1
    return choice
  }
}

/** Most players of all matches together. */
const MAX_PLAYERS = 2 ** 17

const podiumOf = ([first = 0, second = 0, third = 0]: readonly number[]) =>
  (first * MAX_PLAYERS + second) * MAX_PLAYERS + third

/** Flags of choices that were made together. */
const [BY_OTHERS, BY_ALL] = [1, 2]

/** Finds accounts that made the same choices before, more often than honest people who make the same choice now. */
export class Lockstep {
  readonly #crowd: Crowd
  readonly #choices = new PastChoices()
  /** Earlier choices of all rows, and where those of each row begin. */
  readonly #past: Int32Array
  readonly #starts: Uint32Array
  /** Earlier ballots by match. */
  readonly #voters: Int32Array
  /** Rows of accounts with an earlier ballot that was set aside. */
  readonly #setAside = new Set<number>()

  constructor(crowd: Crowd, history: History) {
    this.#crowd = crowd
    this.#starts = new Uint32Array(crowd.ballots.length + 1)
    const past = new NumberList()
    for (const [row, { account }] of crowd.ballots.entries()) {
      for (const one of history.get(account) ?? []) {
        for (const choice of this.#choices.add(one)) past.push(choice)
        if (one.setAside) this.#setAside.add(row)
      }
      this.#starts[row + 1] = past.length
    }
    this.#past = past.values()
    this.#voters = new Int32Array(this.#choices.matches)
    for (let at = PODIUM; at < past.length; at += CHOICES) this.#addTo(this.#voters, at)
  }

  /** Whether an earlier ballot of the row's account was set aside. */
  wasSetAside(row: number): boolean {
    return this.#setAside.has(row)
  }

  #addTo(voters: Int32Array, at: number): void {
    const match = this.#choices.matchOf[this.#past[at] ?? 0] ?? 0
    voters[match] = (voters[match] ?? 0) + 1
  }

  /** Returns for rows that make one choice in how many earlier matches they acted together; rows that never did are left out. */
  matchesTogether(rows: readonly number[]): Map<number, number> {
    const trusted = rows.filter((row) => this.#crowd.isTrusted(row))
    const untrusted = rows.filter((row) => !this.#crowd.isTrusted(row))
    const flags = this.#flags(this.#count(trusted), this.#count(untrusted))
    const together = new Map<number, number>()
    if (!flags.some((flag) => flag > 0)) return together
    for (const row of rows) {
      const least = this.#crowd.isTrusted(row) ? BY_ALL : BY_OTHERS
      const past = this.#pastOf(row).filter((choice) => (flags[choice] ?? 0) >= least)
      if (past.length > 0) together.set(row, new Set(Array.from(past, (choice) => this.#choices.matchOf[choice])).size)
    }
    return together
  }

  /** Flags earlier choices that were made together: by all, or by those without history alone. */
  #flags(known: Counts, others: Counts): Uint8Array {
    const flags = new Uint8Array(this.#choices.ballots.length)
    for (const choice of others.touched) {
      const same = others.of(choice)
      if (same >= LIMITS.sharing && isTogether(same, this.#usual(choice, same, known, others)))
        flags[choice] = BY_OTHERS
    }
    for (const choice of new Set([...known.touched, ...others.touched])) {
      const same = known.of(choice) + others.of(choice)
      const favourite = this.#choices.favouriteOf[choice] ?? -1
      if (favourite < 0 || same < LIMITS.sharing) continue
      const of = known.of(favourite) + others.of(favourite)
      if (isTogether(same, this.#usualPodiums(choice, favourite, same, of))) flags[choice] = BY_ALL
    }
    return flags
  }

  /** Share of a podium before among people with the same favourite who make another choice now, and the number of rows with that favourite. */
  #usualPodiums(podium: number, favourite: number, same: number, of: number): Usual {
    const { ballots } = this.#choices
    return { share: ((ballots[podium] ?? 0) - same + 1) / ((ballots[favourite] ?? 0) - of + EVERYBODY), of }
  }

  /** Share of a choice before among accounts with history that make the same choice now, and the number of the other rows that voted then. */
  #usual(choice: number, same: number, known: Counts, others: Counts): Usual {
    const match = this.#choices.matchOf[choice] ?? 0
    const everywhere = ((this.#choices.ballots[choice] ?? 0) - same + 1) / ((this.#voters[match] ?? 0) + 1)
    const share = (known.of(choice) + EVERYBODY * everywhere) / ((known.voters[match] ?? 0) + EVERYBODY)
    return { share, of: others.voters[match] ?? 0 }
  }

  #pastOf(row: number): Int32Array {
    return this.#past.subarray(this.#starts[row], this.#starts[row + 1])
  }

  #count(rows: readonly number[]): Counts {
    const counts = new Int32Array(this.#choices.ballots.length)
    const voters = new Int32Array(this.#choices.matches)
    const touched: number[] = []
    for (const row of rows) {
      const [from, to] = [this.#starts[row] ?? 0, this.#starts[row + 1] ?? 0]
      for (let at = from; at < to; at += 1) {
        const choice = this.#past[at] ?? 0
        if (counts[choice] === 0) touched.push(choice)
        counts[choice] = (counts[choice] ?? 0) + 1
        if ((at - from) % CHOICES === PODIUM) this.#addTo(voters, at)
      }
    }
    return { of: (choice) => counts[choice] ?? 0, touched, voters }
  }
}

/** How often some rows made each earlier choice, the choices that they made, and how many of them voted in each match. */
interface Counts {
  readonly of: (choice: number) => number
  readonly touched: readonly number[]
  readonly voters: Int32Array
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

/** A list of integers that grows without an object for each. */
class NumberList {
  #values = new Int32Array(1_024)
  length = 0

  push(value: number): void {
    if (this.length === this.#values.length) {
      const larger = new Int32Array(2 * this.length)
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[this.length] = value
    this.length += 1
  }

  values(): Int32Array {
    return this.#values.subarray(0, this.length)
  }
}
