import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'

interface CounterSettings {
  /** Separates these keys from those of other counters in the table. */
  readonly keyPrefix?: string
  /** How many are allowed per window. */
  readonly points: number
  /** Length of the window, in seconds. */
  readonly duration: number
  /** Seconds for which everything is refused once the window is full. */
  readonly blockDuration?: number
}

/** Creates a counter that all servers share, in one table. The nightly job deletes expired rows. */
export function createCounter(pool: pg.Pool, settings: CounterSettings): RateLimiterPostgres {
  const table = { schemaName: 'auth', tableName: 'attempt', tableCreated: true, clearExpiredByTimeout: false }
  return new RateLimiterPostgres({ ...table, ...settings, storeClient: pool })
}

/** Returns the seconds until a counter accepts more, or 0 if it accepted this one. */
export async function secondsToWait(taken: Promise<unknown>): Promise<number> {
  try {
    await taken
    return 0
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused
    return Math.max(1, Math.ceil(refused.msBeforeNext / 1_000))
  }
}
