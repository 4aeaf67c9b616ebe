import { PODIUM_SIZE } from '@tribune/domain/ballots/podium.ts'
import { tallyOfPodiums } from '@tribune/domain/ballots/tally.ts'
import type { SentBallot } from '@tribune/domain/integrity/ballots.ts'
import { rankMatch } from '@tribune/domain/results/ranking.ts'

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

/** The first three of the match, as its result would rank them. */
function firstThree(ballots: readonly SentBallot[]): string {
  const podiums = ballots.map(({ first, second, third }) => ({ ballot: [first, second, third] as const, ballots: 1 }))
  const { ranked } = rankMatch({ tally: tallyOfPodiums(podiums), players: [], coefficient: 1 })
  return ranked
    .filter(({ rank }) => rank <= PODIUM_SIZE)
    .map(({ player_id }) => player_id)
    .join(' ')
}
