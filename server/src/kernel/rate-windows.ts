import { LRUCache } from 'lru-cache'
import { roomFor } from './memory.ts'
import { sharesOf } from './network.ts'

const WINDOW_MS = 60_000
const MAX_WINDOWS = 50_000

interface RateWindow {
  count: number
  readonly endsAt: number
}

/**
 * Counts calls in windows of a minute, in one server's memory (docs/decisions/070). A limit that all servers together must hold is counted in PostgreSQL.
 */
export class RateWindows {
  readonly #windows: LRUCache<string, RateWindow>

  constructor(maxWindows = MAX_WINDOWS) {
    this.#windows = new LRUCache(roomFor(maxWindows))
  }

  /** Counts one call under a key, at most `max` a minute. Returns the seconds until the next is accepted, 0 if this one is. */
  take(key: string, max: number): number {
    const now = Date.now()
    let current = this.#windows.get(key)
    if (current === undefined || current.endsAt <= now) {
      current = { count: 0, endsAt: now + WINDOW_MS }
      this.#windows.set(key, current)
    }
    current.count += 1
    return current.count <= max ? 0 : Math.ceil((current.endsAt - now) / 1_000)
  }

  /** Counts one call of an address, at most `max` a minute, under each of its networks, as {@link takeAll}. */
  takeFrom(address: string | undefined, what: string, max: number): number {
    return this.takeAll(
      sharesOf(address).map(([network, share]) => [`${network} ${what}`, share]),
      max,
    )
  }

  /**
   * Counts one call under each key, narrowest first, each with its own multiple of `max`. A wider one does not count what a narrower one refuses: one
   * caller cannot use up what the neighbours may do.
   */
  takeAll(keys: readonly (readonly [key: string, share: number])[], max: number): number {
    for (const [key, share] of keys) {
      const wait = this.take(key, max * share)
      if (wait > 0) return wait
    }
    return 0
  }
}
