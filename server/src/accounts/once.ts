import { createHash } from 'node:crypto'
import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'

/** What may be used once only, on whichever server. */
export interface Once {
  /** Whether this is the first time within `lifeS` seconds; the secret itself is not kept. */
  use(secret: string, lifeS: number): Promise<boolean>
}

export function createOnce(pool: pg.Pool): Once {
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    schemaName: 'auth',
    tableName: 'attempt',
    tableCreated: true,
    keyPrefix: 'once',
    clearExpiredByTimeout: false,
    points: 1,
    duration: 0,
  })
  return {
    async use(secret, lifeS) {
      const key = createHash('sha256').update(secret).digest('base64url')
      try {
        await limiter.consume(key, 1, { customDuration: lifeS })
        return true
      } catch (refused) {
        if (refused instanceof RateLimiterRes) return false
        throw refused
      }
    },
  }
}
