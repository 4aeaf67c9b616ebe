import type { JudgedBallot } from './ballots.ts'
import { LIMITS } from './limits.ts'
import { NumberList, numberOf } from './number-list.ts'

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

/** Choices of an earlier ballot: a player on each place, and the podium. */
const CHOICES = 4
const PODIUM = 3
/** Maximum number of players of all matches together. */
const MAX_PLAYERS = 2 ** 17

/** An earlier match, and its choices by player or podium, for each of `CHOICES`. */
interface KnownMatch {
  readonly index: number
  readonly known: readonly Map<number, number>[]
}

/** The choices of earlier ballots, numbered, by the order in which the accounts were added. */
export class PastChoices {
  /** By choice: the match as an index, the choices of the places of a podium (none for a player on a place), and the number of ballots. */
  readonly matchOf: number[] = []
  readonly placesOf: (readonly number[])[] = []
  readonly ballots: number[] = []
  /** Earlier ballots by match. */
  readonly voters: number[] = []
  readonly #matches = new Map<number, KnownMatch>()
  readonly #players = new Map<number, number>()
  /** Podiums of all accounts, and where those of each account begin. */
  readonly #podiums = new NumberList()
  readonly #starts = new NumberList()
  /** Accounts with an earlier ballot that was set aside. */
  readonly #setAside = new Set<number>()

  /** Adds the earlier ballots of the next account. */
  add(ballots: readonly Past[]): void {
    if (ballots.some(({ setAside }) => setAside)) this.#setAside.add(this.#starts.length)
    this.#starts.push(this.#podiums.length)
    for (const ballot of ballots) this.#addBallot(ballot)
  }

  wasSetAside(account: number): boolean {
    return this.#setAside.has(account)
  }

  /** Returns the podiums of an account, ballot after ballot. */
  podiumsOf(account: number): Int32Array {
    const isLast = account + 1 === this.#starts.length
    return this.#podiums.part(this.#starts.at(account), isLast ? this.#podiums.length : this.#starts.at(account + 1))
  }

  /** Returns the choice of a podium's first place; `undefined` for a player on a place. */
  favouriteOf(choice: number): number | undefined {
    return this.placesOf[choice]?.[0]
  }

  #addBallot({ match, picks }: Past): void {
    const { index, known } = this.#matches.get(match) ?? this.#begin(match)
    this.voters[index] = (this.voters[index] ?? 0) + 1
    const players = picks.map((player) => numberOf(this.#players, player))
    const places = players.map((player, place) => this.#choice(known[place], player, index, NO_PLACES))
    const podium = players.reduce((key, player) => key * MAX_PLAYERS + player, 0)
    this.#podiums.push(this.#choice(known[PODIUM], podium, index, places))
  }

  #begin(match: number): KnownMatch {
    const known = Array.from({ length: CHOICES }, () => new Map<number, number>())
    const begun = { index: this.#matches.size, known }
    this.#matches.set(match, begun)
    return begun
  }

  #choice(known: Map<number, number> | undefined, key: number, match: number, places: readonly number[]): number {
    const choice = known?.get(key) ?? this.ballots.length
    if (choice === this.ballots.length) {
      known?.set(key, choice)
      this.matchOf.push(match)
      this.placesOf.push(places)
      this.ballots.push(0)
    }
    this.ballots[choice] = (this.ballots[choice] ?? 0) + 1
    return choice
  }
}

const NO_PLACES: readonly number[] = []
