import type { FeedMatch } from '../feed.ts'
import type { MatchTeams } from './players.ts'

/** Enough for several days of all matches worldwide. */
const MAX_MATCHES = 10_000

/** Remembers which team plays at home, which the endpoints for a match's players do not say. */
export class KnownTeams {
  readonly #teams = new Map<number, MatchTeams>()

  remember({ id, home, away }: FeedMatch): void {
    this.#teams.delete(id)
    this.#teams.set(id, { home, away })
    const [oldest] = this.#teams.keys()
    if (this.#teams.size > MAX_MATCHES && oldest !== undefined) this.#teams.delete(oldest)
  }

  of(matchId: number): MatchTeams | null {
    return this.#teams.get(matchId) ?? null
  }
}
