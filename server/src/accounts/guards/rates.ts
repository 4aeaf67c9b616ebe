import { LRUCache } from 'lru-cache'
import { roomFor } from '../../kernel/cache-room.ts'
import { MINUTE_S } from '../settings.ts'

/** Requests per minute from one client address to one path. */
export const USUAL_RATE = 120

/** Returns a rate limit in the library's form. */
export const rateOf = (perMinute: number) => ({ window: MINUTE_S, max: perMinute })

const MAX_WINDOWS = 50_000

interface RateWindow {
  count: number
  readonly endsAt: number
}

/** Counts requests in fixed windows, in one server's memory. The library's own store walks all its entries on each call. */
export class RateWindows {
  readonly #windows = new LRUCache<string, RateWindow>(roomFor(MAX_WINDOWS))

  /** @param rule `window` is in seconds, as is the `retryAfter` returned. */
  async consume(key: string, rule: { window: number; max: number }) {
    const now = Date.now()
    let current = this.#windows.get(key)
    if (current === undefined || current.endsAt <= now) {
      current = { count: 0, endsAt: now + rule.window * 1_000 }
      this.#windows.set(key, current)
    }
    current.count += 1
    const allowed = current.count <= rule.max
    return { allowed, retryAfter: allowed ? null : Math.ceil((current.endsAt - now) / 1_000) }
  }
}
