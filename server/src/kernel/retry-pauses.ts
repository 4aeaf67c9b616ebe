import { MINUTE_MS } from '@tribune/domain/common/instant.ts'
import type { Clock } from './clock.ts'

/** Pause after a first failure. Each further one doubles it, up to the longest. */
const FIRST_PAUSE_MS = 5_000
const MAX_PAUSE_MS = 5 * MINUTE_MS
/** Maximum number of items remembered. The one that has waited longest since its failure is forgotten first, and so tried again at the next pass. */
const MAX_ITEMS = 1_000

interface Failing {
  readonly failures: number
  readonly until: number
}

/** Remembers which items of a pass fail again and again, so that the next passes leave each alone for a while. */
export class RetryPauses {
  readonly #failing = new Map<number, Failing>()
  readonly #clock: Pick<Clock, 'now'>

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock
  }

  /** Returns the ids of the items that are not to be tried yet. */
  paused(): number[] {
    const now = this.#clock.now().getTime()
    return [...this.#failing].filter(([, { until }]) => until > now).map(([id]) => id)
  }

  failed(id: number): void {
    const failures = (this.#failing.get(id)?.failures ?? 0) + 1
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), MAX_PAUSE_MS)
    this.#failing.delete(id)
    this.#failing.set(id, { failures, until: this.#clock.now().getTime() + pause })
    const [oldest] = this.#failing.keys()
    if (this.#failing.size > MAX_ITEMS && oldest !== undefined) this.#failing.delete(oldest)
  }

  succeeded(id: number): void {
    this.#failing.delete(id)
  }
}
