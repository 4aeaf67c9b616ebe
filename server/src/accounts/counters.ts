import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'

interface CounterSettings {
  /** Whose keys these are, among the others of the table. */
  readonly keyPrefix?: string
  /** How many are within it. */
  readonly points: number
  /** Seconds after which it begins again. */
  readonly duration: number
  /** Seconds for which nothing more is taken once it is full. */
  readonly blockDuration?: number
}

/** What all servers count together, in one table; the nightly run takes away what has ended. */
export function createCounter(pool: pg.Pool, settings: CounterSettings): RateLimiterPostgres {
  const table = { schemaName: 'auth', tableName: 'attempt', tableCreated: true, clearExpiredByTimeout: false }
  return new RateLimiterPostgres({ ...table, ...settings, storeClient: pool })
}

/** Seconds until a counter takes more; 0 if it took this one. */
export async function secondsToWait(taken: Promise<unknown>): Promise<number> {
  try {
    await taken
    return 0
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused
    return Math.max(1, Math.ceil(refused.msBeforeNext / 1_000))
  }
}
