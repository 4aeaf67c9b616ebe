import type { FeedMatch } from '../feed.ts'
import type { MatchTeams } from './players.ts'

/** Several days of every match on earth. */
const MOST_MATCHES = 10_000

/** Remembers which team plays at home: the endpoints that name a match's players don't tell it. */
export class KnownTeams {
  readonly #teams = new Map<number, MatchTeams>()

  remember({ id, home, away }: FeedMatch): void {
    this.#teams.delete(id)
    this.#teams.set(id, { home, away })
    const [oldest] = this.#teams.keys()
    if (this.#teams.size > MOST_MATCHES && oldest !== undefined) this.#teams.delete(oldest)
  }

  of(matchId: number): MatchTeams | null {
    return this.#teams.get(matchId) ?? null
  }
}
