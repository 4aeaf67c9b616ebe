import { push } from '../common/group.ts'
import type { JudgedBallot } from './ballots.ts'
import { surprise } from './boxes.ts'
import { type Crowd, namesOf } from './crowd.ts'
import { LIMITS } from './limits.ts'

/** An earlier ballot of an account. */
export interface Past {
  readonly match: number
  readonly picks: JudgedBallot['picks']
  /** The rule has set it aside. */
  readonly setAside: boolean
}

/** Earlier ballots by account, oldest first. */
export type History = Map<string, readonly Past[]>

/** Adds the ballots of a judged match to the history of their accounts. `aside` holds the ids of those that were set aside. */
export function remember(
  history: History,
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

/** A choice in an earlier match. */
interface PastChoice {
  readonly match: number
  /** For a podium, its favourite; `null` for a player on a place. */
  readonly favourite: PastChoice | null
  /** Ballots with it. */
  ballots: number
}

/** Rows by what they chose before. */
type Rows = ReadonlyMap<PastChoice, readonly number[]>

/** Finds accounts that made the same choices before, more often than honest people who make the same choice now. */
export class Lockstep {
  readonly #crowd: Crowd
  /** Earlier choices of each row. */
  readonly #past: readonly (readonly PastChoice[])[]
  readonly #voters = new Map<number, number>()

  constructor(crowd: Crowd, history: History) {
    this.#crowd = crowd
    const choices = new Map<string, PastChoice>()
    const count = (match: number, name: string, favourite: PastChoice | null) => {
      const choice = choices.get(`${match} ${name}`) ?? { match, favourite, ballots: 0 }
      choices.set(`${match} ${name}`, choice)
      choice.ballots += 1
      return choice
    }
    this.#past = crowd.ballots.map(({ account }) =>
      (history.get(account) ?? []).flatMap(({ match, picks }) => {
        this.#voters.set(match, (this.#voters.get(match) ?? 0) + 1)
        const [first = '', second = '', third = '', podium = ''] = namesOf(picks)
        const favourite = count(match, first, null)
        return [favourite, count(match, second, null), count(match, third, null), count(match, podium, favourite)]
      }),
    )
  }

  /** Returns for rows that make one choice in how many earlier matches they acted together; rows that never did are left out. */
  matchesTogether(rows: readonly number[]): Map<number, number> {
    const everybody = this.#count(rows)
    const untrusted = rows.filter((row) => !this.#crowd.isTrusted(row))
    const usual = this.#usual(rows, untrusted)
    const together = new Map<number, Set<number>>()
    const add = (choice: PastChoice, same: readonly number[], { share, of }: { share: number; of: number }) => {
      const likely = Math.min(MAX_SHARE, LIMITS.tolerance * share)
      const isMore = same.length >= LIMITS.ratio * likely * of
      if (!isMore || surprise(same.length, of - same.length, likely / (1 - likely)) < LIMITS.score / 2) return
      for (const row of same) together.set(row, (together.get(row) ?? new Set()).add(choice.match))
    }
    for (const [choice, same] of everybody) {
      if (choice.favourite !== null && same.length >= LIMITS.sharing) {
        add(choice, same, this.#usualPodiums(choice, choice.favourite, same.length, everybody))
      }
    }
    for (const [choice, same] of this.#count(untrusted)) {
      if (same.length >= LIMITS.sharing) add(choice, same, usual(choice, same.length))
    }
    return new Map([...together].map(([row, matches]) => [row, matches.size]))
  }

  /** Share of a podium before among people with the same favourite who make another choice now, and the number of rows with that favourite. */
  #usualPodiums(podium: PastChoice, favourite: PastChoice, same: number, rows: Rows) {
    const of = rows.get(favourite)?.length ?? 0
    return { share: (podium.ballots - same + 1) / (favourite.ballots - of + EVERYBODY), of }
  }

  /** Returns the share of a choice before among accounts with history that make the same choice now, and the number of the other rows that voted then. */
  #usual(rows: readonly number[], untrusted: readonly number[]) {
    const trusted = rows.filter((row) => this.#crowd.isTrusted(row))
    const [known, knownVoters, voters] = [
      this.#count(trusted),
      this.#countVoters(trusted),
      this.#countVoters(untrusted),
    ]
    return (choice: PastChoice, same: number) => {
      const everywhere = (choice.ballots - same + 1) / ((this.#voters.get(choice.match) ?? 0) + 1)
      const count = known.get(choice)?.length ?? 0
      const share = (count + EVERYBODY * everywhere) / ((knownVoters.get(choice.match) ?? 0) + EVERYBODY)
      return { share, of: voters.get(choice.match) ?? 0 }
    }
  }

  #count(rows: readonly number[]): Map<PastChoice, number[]> {
    const counts = new Map<PastChoice, number[]>()
    for (const row of rows) for (const choice of this.#past[row] ?? []) push(counts, choice, row)
    return counts
  }

  #countVoters(rows: readonly number[]): Map<number, number> {
    const counts = new Map<number, number>()
    for (const row of rows) {
      for (const match of new Set(this.#past[row]?.map((choice) => choice.match))) {
        counts.set(match, (counts.get(match) ?? 0) + 1)
      }
    }
    return counts
  }
}
