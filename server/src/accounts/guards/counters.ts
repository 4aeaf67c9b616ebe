import { createHash } from 'node:crypto'
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

/** A limit per window that all servers share. */
export interface Quota {
  /** Counts one more. Returns whether it is within the limit. */
  take(): Promise<boolean>
}

export function createQuota(pool: pg.Pool, name: string, max: number, windowS: number): Quota {
  const limiter = createCounter(pool, { keyPrefix: 'quota', points: max, duration: windowS })
  return { take: async () => (await secondsToWait(limiter.consume(name))) === 0 }
}

/** Accepts a secret only once, across all servers. */
export interface SingleUse {
  /** Returns whether this is the first use within `lifeS` seconds. Only a hash of the secret is stored. */
  use(secret: string, lifeS: number): Promise<boolean>
}

export function createSingleUse(pool: pg.Pool): SingleUse {
  const limiter = createCounter(pool, { keyPrefix: 'once', points: 1, duration: 0 })
  return {
    async use(secret, lifeS) {
      const key = createHash('sha256').update(secret).digest('base64url')
      return (await secondsToWait(limiter.consume(key, 1, { customDuration: lifeS }))) === 0
    },
  }
}
