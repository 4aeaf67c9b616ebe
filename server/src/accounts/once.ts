import { createHash } from 'node:crypto'
import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'

/** Rows beside those of guesses; the nightly run takes away what has ended. */
const STORE = { schemaName: 'auth', tableName: 'attempt', tableCreated: true, clearExpiredByTimeout: false } as const

/** What may be used once only, on whichever server. */
export interface Once {
  /** Whether this is the first time within `lifeS` seconds; the secret itself is not kept. */
  use(secret: string, lifeS: number): Promise<boolean>
}

export function createOnce(pool: pg.Pool): Once {
  const limiter = new RateLimiterPostgres({ ...STORE, storeClient: pool, keyPrefix: 'once', points: 1, duration: 0 })
  return {
    use(secret, lifeS) {
      const key = createHash('sha256').update(secret).digest('base64url')
      return isWithin(limiter.consume(key, 1, { customDuration: lifeS }))
    },
  }
}

/** So many in a window, by all servers together. */
export interface Ceiling {
  /** Whether one more is within it. */
  take(): Promise<boolean>
}

export function createCeiling(pool: pg.Pool, name: string, most: number, windowS: number): Ceiling {
  const limiter = new RateLimiterPostgres({
    ...STORE,
    storeClient: pool,
    keyPrefix: 'ceiling',
    points: most,
    duration: windowS,
  })
  return { take: () => isWithin(limiter.consume(name)) }
}

async function isWithin(consumed: Promise<unknown>): Promise<boolean> {
  try {
    await consumed
    return true
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return false
    throw refused
  }
}
