import type { JudgedBallot } from './ballots.ts'
import { NumberList, numberOf } from './number-list.ts'
import { type History, type Past, PastChoices } from './past.ts'

/** Evidence that ballots may share, in the order in which it is compared. */
export const EVIDENCE = ['network', 'network_wide', 'network_widest', 'device', 'mail_domain'] as const

/** Classes of mailboxes: at a popular provider, none, and at a small domain. */
const [POPULAR, NO_MAIL, SMALL] = [0, 1, 2]

/** Ballots in columns, sorted by id, so that the order in which they were added changes nothing. */
export interface BallotColumns {
  readonly ids: readonly string[]
  /** The place in which each ballot was added. */
  readonly order: readonly number[]
  /** Numbers of the players on places one to three. */
  readonly picks: readonly Int32Array[]
  readonly minutes: Int32Array
  readonly ageHours: Int32Array
  readonly strengths: Int32Array
  readonly changes: Int32Array
  readonly earlierVotes: Int32Array
  readonly mails: Int32Array
  /** The evidence of each ballot as numbers, for each of {@link EVIDENCE}; -1 for none. */
  readonly evidence: readonly Int32Array[]
}

/** The ballots of a match, with the earlier ballots of their accounts. In columns: as objects, a million would take a gigabyte. */
export class BallotTable {
  readonly past = new PastChoices()
  #ids: string[] = []
  #picks = lists(3)
  #evidence = lists(EVIDENCE.length)
  #names = EVIDENCE.map(() => new Map<string, number>())
  readonly #players = new Map<number, number>()
  #facts = lists(6)

  /** Returns a table of ballots. */
  static of(ballots: Iterable<JudgedBallot>, history: History): BallotTable {
    const table = new BallotTable()
    for (const ballot of ballots) table.add(ballot, history.get(ballot.account))
    return table
  }

  /** Adds a ballot. @param past Earlier ballots of its account, oldest first. */
  add(ballot: JudgedBallot, past: readonly Past[] = []): void {
    const { picks, networks, device, mail } = ballot
    this.#ids.push(ballot.id)
    for (const [place, list] of this.#picks.entries()) list.push(numberOf(this.#players, picks[place] ?? 0))
    const evidence = [...networks, device, mail.startsWith('small:') ? mail : null]
    for (const [index, list] of this.#evidence.entries()) {
      const value = evidence[index] ?? null
      list.push(value === null ? -1 : numberOf(this.#names[index] ?? new Map(), value))
    }
    const mailbox = mail === 'popular' ? POPULAR : mail === 'none' ? NO_MAIL : SMALL
    const facts = [ballot.minute, ballot.ageHours, ballot.strength, ballot.changes, ballot.earlierVotes, mailbox]
    for (const [index, list] of this.#facts.entries()) list.push(facts[index] ?? 0)
    this.past.add(past)
  }

  /** Returns the ballots, and forgets them, but for what their accounts did before. */
  take(): BallotColumns {
    const [ids, picks, evidence, facts] = [this.#ids, this.#picks, this.#evidence, this.#facts]
    this.#ids = this.#picks = this.#evidence = this.#facts = this.#names = []
    const order = [...ids.keys()].sort((one, other) => compare(ids[one] ?? '', ids[other] ?? ''))
    const column = (list: NumberList) => Int32Array.from(order, (place) => list.at(place))
    const [minutes, ageHours, strengths, changes, earlierVotes, mails] = facts.map(column)
    return {
      ids: order.map((place) => ids[place] ?? ''),
      order,
      picks: picks.map(column),
      evidence: evidence.map(column),
      minutes: minutes ?? NONE,
      ageHours: ageHours ?? NONE,
      strengths: strengths ?? NONE,
      changes: changes ?? NONE,
      earlierVotes: earlierVotes ?? NONE,
      mails: mails ?? NONE,
    }
  }
}

const NONE = new Int32Array()
const lists = (count: number) => Array.from({ length: count }, () => new NumberList())
const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other))
