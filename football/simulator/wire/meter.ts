import { DAY_MS, MINUTE_MS } from '@tribune/domain/common/instant.ts'

export const DAY_LIMIT = 7500
export const MINUTE_LIMIT = 300

/** Counts the calls of this UTC day and minute for the headers. Never refuses a call; faults do that on demand. */
export class Meter {
  readonly #counts = { day: { period: -1, calls: 0 }, minute: { period: -1, calls: 0 } }

  count(now: Date): void {
    this.#tick('day', now, DAY_MS).calls += 1
    this.#tick('minute', now, MINUTE_MS).calls += 1
  }

  today(now: Date): number {
    return this.#tick('day', now, DAY_MS).calls
  }

  headers(now: Date): Record<string, string> {
    const left = (limit: number, calls: number) => String(Math.max(0, limit - calls))
    return {
      'x-ratelimit-requests-limit': String(DAY_LIMIT),
      'x-ratelimit-requests-remaining': left(DAY_LIMIT, this.today(now)),
      'X-RateLimit-Limit': String(MINUTE_LIMIT),
      'X-RateLimit-Remaining': left(MINUTE_LIMIT, this.#tick('minute', now, MINUTE_MS).calls),
    }
  }

  #tick(unit: 'day' | 'minute', now: Date, length: number) {
    const period = Math.floor(now.getTime() / length)
    if (this.#counts[unit].period !== period) this.#counts[unit] = { period, calls: 0 }
    return this.#counts[unit]
  }
}
