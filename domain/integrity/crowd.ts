import { push } from '../common/group.ts'
import type { JudgedBallot } from './ballots.ts'
import { LIMITS } from './limits.ts'

/** Evidence that ballots may share, in the order in which it is compared. */
export const EVIDENCE = ['network', 'network_wide', 'network_widest', 'device', 'mail_domain'] as const

/** Index of ballots cast at about the same time. Honest crowds share it too, after a push. */
export const SAME_TIME = EVIDENCE.length
const SAME_TIME_MINUTES = 3

/** Ballots that share one value of their evidence. */
export interface Sharing {
  /** Index in {@link EVIDENCE}. */
  readonly evidence: number
  readonly rows: readonly number[]
}

/** Choices of a ballot: a player on each place, the podium, and each player on any place. */
const CHOICES = 7
const PODIUM = 3
/** Fewest accounts with history that show how people choose; with fewer, everybody does. */
const ENOUGH_TRUSTED = 50
const MAX_SHARE = 0.95

/** The ballots of a match, indexed by row: by choice, by shared evidence, and by what the account has done before. */
export class Crowd {
  /** Sorted by id, so that the order in which ballots are given changes nothing. */
  readonly ballots: readonly JudgedBallot[]
  /** Rows of accounts with little history. */
  readonly newcomers: readonly number[]
  /** Rows by choice. */
  readonly rowsOf: readonly (readonly number[])[]
  /** Groups of two ballots or more that share evidence. */
  readonly sharing: readonly Sharing[]
  readonly #choices: Int32Array
  readonly #isNewcomer: Uint8Array
  readonly #isTrusted: Uint8Array
  readonly #trusted: number
  /** Ballots of accounts with history by choice. */
  readonly #trustedBy: Int32Array
  readonly #groupsOf: readonly (readonly (Sharing | null)[])[]
  readonly #odds: (number | undefined)[] = []
  readonly #trustedIn = new Map<Sharing, { readonly of: number; readonly byChoice: ReadonlyMap<number, number> }>()

  constructor(ballots: readonly JudgedBallot[]) {
    this.ballots = ballots.toSorted((one, other) => (one.id < other.id ? -1 : Number(one.id > other.id)))
    this.#isNewcomer = Uint8Array.from(this.ballots, (one) => Number(one.earlierVotes <= LIMITS.newcomerVotes))
    this.#isTrusted = Uint8Array.from(this.ballots, (one) =>
      Number(one.earlierVotes >= LIMITS.trustedVotes && one.ageHours >= LIMITS.trustedHours),
    )
    this.#trusted = this.#isTrusted.reduce((sum, one) => sum + one, 0)
    this.newcomers = [...this.ballots.keys()].filter((row) => this.#isNewcomer[row] === 1)
    const [choices, rowsOf] = indexChoices(this.ballots)
    this.#choices = choices
    this.rowsOf = rowsOf
    this.#trustedBy = Int32Array.from(rowsOf, (rows) => rows.filter((row) => this.isTrusted(row)).length)
    this.#groupsOf = [...EVIDENCE.keys(), SAME_TIME].map((evidence) => groupsOf(this.ballots, evidence))
    this.sharing = this.#groupsOf
      .slice(0, SAME_TIME)
      .flatMap((groups) => [...new Set(groups)].filter((group) => group !== null))
  }

  isNewcomer(row: number): boolean {
    return this.#isNewcomer[row] === 1
  }

  isTrusted(row: number): boolean {
    return this.#isTrusted[row] === 1
  }

  choicesOf(row: number): Int32Array {
    return this.#choices.subarray(row * CHOICES, (row + 1) * CHOICES)
  }

  /** Returns the ballots that share a piece of evidence with a row; `null` if none does. */
  sharingOf(row: number, evidence: number): Sharing | null {
    return this.#groupsOf[evidence]?.[row] ?? null
  }

  /** Groups rows by choice. */
  byChoice(rows: readonly number[]): Map<number, number[]> {
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
    const rows = this.rowsOf[choice] ?? []
    const share = Math.min(MAX_SHARE, Math.max(this.#share(choice), this.#shareOfPlaces(choice, rows[0] ?? 0)))
    const odds = share / (1 - share)
    this.#odds[choice] = odds
    return odds
  }

  /** Share of a choice among accounts with history, or without enough of them among all. */
  #share(choice: number): number {
    if (this.#trusted >= ENOUGH_TRUSTED) return ((this.#trustedBy[choice] ?? 0) + 0.5) / (this.#trusted + 1)
    return ((this.rowsOf[choice]?.length ?? 0) + 0.5) / (this.ballots.length + 1)
  }

  #shareOfPlaces(choice: number, row: number): number {
    const choices = this.choicesOf(row)
    if (choices[PODIUM] !== choice) return 0
    return choices.subarray(0, PODIUM).reduce((all, place) => all * this.#share(place), 1)
  }

  /** Odds of a choice among the accounts with history of a group, their number, and the number of them that chose it. */
  oddsIn(group: Sharing, choice: number): { readonly odds: number; readonly of: number; readonly chose: number } {
    let known = this.#trustedIn.get(group)
    if (known === undefined) {
      const trusted = group.rows.filter((row) => this.#isTrusted[row] === 1)
      const byChoice = new Map([...this.byChoice(trusted)].map(([one, rows]) => [one, rows.length]))
      known = { of: trusted.length, byChoice }
      this.#trustedIn.set(group, known)
    }
    const chose = known.byChoice.get(choice) ?? 0
    return { odds: (chose + 0.5) / (known.of - chose + 0.5), of: known.of, chose }
  }
}

/** Names the choices of a ballot. */
function namesOf(picks: JudgedBallot['picks']): string[] {
  const places = picks.map((player, place) => `${place} ${player}`)
  return [...places, picks.join('-'), ...picks.map((player) => `any ${player}`)]
}

function indexChoices(ballots: readonly JudgedBallot[]): [Int32Array, number[][]] {
  const ids = new Map<string, number>()
  const rowsOf: number[][] = []
  const choices = new Int32Array(ballots.length * CHOICES)
  for (const [row, { picks }] of ballots.entries()) {
    for (const [index, name] of namesOf(picks).entries()) {
      const id = ids.get(name) ?? ids.size
      ids.set(name, id)
      choices[row * CHOICES + index] = id
      rowsOf[id] ??= []
      rowsOf[id].push(row)
    }
  }
  return [choices, rowsOf]
}

function evidenceOf({ networks, device, mail, minute }: JudgedBallot, evidence: number): string | null {
  if (evidence === SAME_TIME) return `${Math.floor(minute / SAME_TIME_MINUTES)}`
  if (evidence < networks.length) return networks[evidence] ?? null
  if (EVIDENCE[evidence] === 'device') return device
  return mail.startsWith('small:') ? mail : null
}

/** Returns for each row the group that shares a piece of its evidence; `null` if it has none, or shares it with no other ballot. */
function groupsOf(ballots: readonly JudgedBallot[], evidence: number): (Sharing | null)[] {
  const rows = new Map<string, number[]>()
  const values = ballots.map((ballot) => evidenceOf(ballot, evidence))
  for (const [row, value] of values.entries()) if (value !== null) push(rows, value, row)
  const groups = new Map(
    [...rows].filter(([, all]) => all.length > 1).map(([value, all]) => [value, { evidence, rows: all }]),
  )
  return values.map((value) => (value === null ? null : (groups.get(value) ?? null)))
}
