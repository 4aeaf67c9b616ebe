import { BALLOT_POINTS } from '@tribune/domain/ballots/tally.ts'
import type { SentBallot } from '@tribune/domain/integrity/ballots.ts'

/** Counts of ballots that were set aside, by name of their crowd. */
export class Rates {
  readonly times: number[] = []
  /** Honest matches, and those of them whose first three changed. */
  compared = 0
  changed = 0
  readonly #counts = new Map<string, { ballots: number; aside: number }>()

  add(names: readonly string[], isAside: boolean): void {
    for (const name of names) {
      const count = this.#counts.get(name) ?? { ballots: 0, aside: 0 }
      count.ballots += 1
      count.aside += Number(isAside)
      this.#counts.set(name, count)
    }
  }

  compare(ballots: readonly SentBallot[], aside: ReadonlySet<string>): void {
    this.compared += 1
    const counted = ballots.filter(({ id }) => !aside.has(id))
    if (firstThree(ballots) !== firstThree(counted)) this.changed += 1
  }

  line(names: readonly string[]): string {
    return names
      .map((name) => {
        const { ballots, aside } = this.#counts.get(name) ?? { ballots: 0, aside: 0 }
        return `${name} ${ballots === 0 ? '–' : `${((100 * aside) / ballots).toFixed(2)} %`}`
      })
      .join(', ')
  }
}

function firstThree(ballots: readonly SentBallot[]): string {
  const points = new Map<number, number>()
  for (const { first, second, third } of ballots) {
    for (const [place, player] of [first, second, third].entries()) {
      points.set(player, (points.get(player) ?? 0) + (BALLOT_POINTS[place] ?? 0))
    }
  }
  const ranked = [...points].sort(([a, one], [b, other]) => other - one || a - b)
  return ranked
    .slice(0, 3)
    .map(([player]) => player)
    .join(' ')
}
