import { MINUTE_MS } from '@tribune/domain/common/instant.ts'

const FIRST_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 30_000

/** Paces the replacement of processes that die: the first within a minute at once, the next ones after pauses that double. */
export class RestartPace {
  #deaths: number[] = []

  /** Notes a death. Returns the time until its replacement may start, in milliseconds. @param at In milliseconds. */
  pauseAfterDeath(at: number): number {
    this.#deaths = [...this.#deaths.filter((death) => death > at - MINUTE_MS), at]
    const others = this.#deaths.length - 1
    return others === 0 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (others - 1), MAX_PAUSE_MS)
  }
}
