import { push } from '../common/lists.ts'
import { LIMITS } from './limits.ts'
import { numberOf } from './number-list.ts'
import type { PastChoices } from './past.ts'
import { type BallotColumns, type BallotTable, EVIDENCE } from './table.ts'

/** Index of ballots cast at about the same time. Honest crowds share it too, after a push. */
export const SAME_TIME = EVIDENCE.length
const SAME_TIME_MINUTES = 3

/** Rows of ballots. */
export type Rows = readonly number[] | Int32Array

/** Ballots that share one value of their evidence. */
export interface Sharing {
  /** Index in {@link EVIDENCE}. */
  readonly evidence: number
  readonly rows: Int32Array
  /** Number of them whose accounts have history. */
  readonly trusted: number
}

/** Choices of a ballot: a player on each place, the podium, and each player on any place. */
const CHOICES = 7
const PODIUM = 3
/** Fewest accounts with history that show how people choose; with fewer, everybody does. */
const ENOUGH_TRUSTED = 50
const MAX_SHARE = 0.95

/** The ballots of a match, indexed by row: by choice, by shared evidence, and by what the account has done before. */
export class Crowd {
  readonly ballots: BallotColumns
  readonly size: number
  readonly past: PastChoices
  /** Rows of accounts with little history. */
  readonly newcomers: Int32Array
  /** Rows by choice. */
  readonly rowsOf: readonly Int32Array[]
  /** Groups of two ballots or more that share evidence. */
  readonly sharing: readonly Sharing[]
  readonly #choices: Int32Array
  readonly #isNewcomer: Uint8Array
  readonly #isTrusted: Uint8Array
  readonly #trusted: number
  /** Ballots of accounts with history by choice. */
  readonly #trustedBy: Int32Array
  readonly #groups: readonly Groups[]
  readonly #odds: (number | undefined)[] = []
  /** Ballots of accounts with history by choice, of each moment. */
  readonly #trustedAt = new Map<Sharing, Map<number, number>>()

  constructor(table: BallotTable) {
    this.past = table.past
    this.ballots = table.take()
    const { ids, ageHours, earlierVotes, evidence, minutes } = this.ballots
    this.size = ids.length
    this.#isNewcomer = Uint8Array.from(earlierVotes, (votes) => Number(votes <= LIMITS.newcomerVotes))
    this.#isTrusted = Uint8Array.from(earlierVotes, (votes, row) =>
      Number(votes >= LIMITS.trustedVotes && (ageHours[row] ?? 0) >= LIMITS.trustedHours),
    )
    this.#trusted = this.#isTrusted.reduce((sum, one) => sum + one, 0)
    this.newcomers = new Int32Array(ids.keys()).filter((row) => this.#isNewcomer[row] === 1)
    const [choices, count] = choicesOf(this.ballots)
    const index = new RowIndex(choices, count, CHOICES)
    this.#choices = choices
    this.rowsOf = Array.from({ length: count }, (_, choice) => index.rowsOf(choice))
    this.#trustedBy = Int32Array.from(this.rowsOf, (rows) => sumOf(rows, this.#isTrusted))
    const numbers = new Map<number, number>()
    const moments = minutes.map((minute) => numberOf(numbers, Math.floor(minute / SAME_TIME_MINUTES)))
    this.#groups = [...evidence, moments].map((values, index) => groupsOf(values, index, this.#isTrusted))
    this.sharing = this.#groups.slice(0, SAME_TIME).flatMap(({ groups }) => groups)
  }

  isNewcomer(row: number): boolean {
    return this.#isNewcomer[row] === 1
  }

  isTrusted(row: number): boolean {
    return this.#isTrusted[row] === 1
  }

  /** Returns the number of a row's account among those of the past. */
  accountOf(row: number): number {
    return this.ballots.order[row] ?? 0
  }

  choicesOf(row: number): Int32Array {
    return this.#choices.subarray(row * CHOICES, (row + 1) * CHOICES)
  }

  /** Returns the ballots that share a piece of evidence with a row; `null` if none does. */
  sharingOf(row: number, evidence: number): Sharing | null {
    const of = this.#groups[evidence]
    return of?.groups[of.groupOf[row] ?? -1] ?? null
  }

  /** Groups rows by choice. */
  byChoice(rows: Rows): Map<number, number[]> {
    const chosen = new Map<number, number[]>()
    for (const row of rows) for (const choice of this.choicesOf(row)) push(chosen, choice, row)
    return chosen
  }

  /**
   * Odds with which independent people make a choice: those of accounts with history. The share of a podium is never below the product of the shares of its
   * places.
   */
  odds(choice: number): number {
    const known = this.#odds[choice]
    if (known !== undefined) return known
    const share = Math.min(MAX_SHARE, Math.max(this.#share(choice), this.#shareOfPlaces(choice)))
    const odds = share / (1 - share)
    this.#odds[choice] = odds
    return odds
  }

  /** Share of a choice among accounts with history, or without enough of them among all. */
  #share(choice: number): number {
    if (this.#trusted >= ENOUGH_TRUSTED) return ((this.#trustedBy[choice] ?? 0) + 0.5) / (this.#trusted + 1)
    return ((this.rowsOf[choice]?.length ?? 0) + 0.5) / (this.size + 1)
  }

  #shareOfPlaces(choice: number): number {
    const choices = this.choicesOf(this.rowsOf[choice]?.[0] ?? 0)
    if (choices[PODIUM] !== choice) return 0
    return choices.subarray(0, PODIUM).reduce((all, place) => all * this.#share(place), 1)
  }

  /** Returns how many accounts with history made a choice at a moment. */
  trustedAt(moment: Sharing, choice: number): number {
    let known = this.#trustedAt.get(moment)
    if (known === undefined) {
      known = new Map<number, number>()
      for (const row of moment.rows)
        if (this.isTrusted(row)) for (const one of this.choicesOf(row)) known.set(one, (known.get(one) ?? 0) + 1)
      this.#trustedAt.set(moment, known)
    }
    return known.get(choice) ?? 0
  }
}

/** Numbers the choices of each ballot, in order of appearance. Returns the numbers of all rows, and how many there are. */
function choicesOf({ ids, picks }: BallotColumns): [Int32Array, number] {
  const players = 1 + picks.reduce((most, column) => column.reduce((one, other) => Math.max(one, other), most), 0)
  const numbers = new Map<number, number>()
  const choices = new Int32Array(ids.length * CHOICES)
  for (let row = 0; row < ids.length; row += 1) {
    const [first = 0, second = 0, third = 0] = picks.map((column) => column[row] ?? 0)
    const names = [
      ...[first, players + second, 2 * players + third],
      // Beyond the names of single players.
      4 * players + (first * players + second) * players + third,
      ...[first, second, third].map((player) => 3 * players + player),
    ]
    for (const [index, name] of names.entries()) choices[row * CHOICES + index] = numberOf(numbers, name)
  }
  return [choices, numbers.size]
}

const sumOf = (rows: Int32Array, flags: Uint8Array) => rows.reduce((sum, row) => sum + (flags[row] ?? 0), 0)

/** Groups of rows with the same value. */
interface Groups {
  readonly groups: readonly Sharing[]
  /** Index of the group of each row; -1 for none. */
  readonly groupOf: Int32Array
}

/** Groups rows with the same value, in order of appearance. Negative values, and those of a single row, make no group. */
function groupsOf(values: Int32Array, evidence: number, isTrusted: Uint8Array): Groups {
  const numbers = new Map<number, number>()
  const numbered = values.map((value) => (value < 0 ? -1 : numberOf(numbers, value)))
  const index = new RowIndex(numbered, numbers.size, 1)
  const groups: Sharing[] = []
  const indexes = new Int32Array(numbers.size).map((_, number) => {
    if (index.countOf(number) < 2) return -1
    const rows = index.rowsOf(number)
    return groups.push({ evidence, rows, trusted: sumOf(rows, isTrusted) }) - 1
  })
  return { groups, groupOf: numbered.map((number) => indexes[number] ?? -1) }
}

/** Rows by their numbers, of which each row has `width`. A negative number is none. */
class RowIndex {
  readonly #rows: Int32Array
  /** Where the rows of each number begin, and where those of the last end. */
  readonly #starts: Int32Array

  constructor(numbers: Int32Array, count: number, width: number) {
    const starts = new Int32Array(count + 1)
    for (const number of numbers) if (number >= 0) starts[number + 1] = (starts[number + 1] ?? 0) + 1
    for (let number = 0; number < count; number += 1)
      starts[number + 1] = (starts[number + 1] ?? 0) + (starts[number] ?? 0)
    this.#starts = starts
    this.#rows = new Int32Array(starts[count] ?? 0)
    const next = starts.slice()
    numbers.forEach((number, at) => {
      if (number < 0) return
      const place = next[number] ?? 0
      this.#rows[place] = Math.floor(at / width)
      next[number] = place + 1
    })
  }

  countOf(number: number): number {
    return (this.#starts[number + 1] ?? 0) - (this.#starts[number] ?? 0)
  }

  rowsOf(number: number): Int32Array {
    return this.#rows.subarray(this.#starts[number], this.#starts[number + 1])
  }
}
