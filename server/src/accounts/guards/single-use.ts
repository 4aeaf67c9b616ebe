import { createHash } from 'node:crypto'
import type pg from 'pg'
import { createCounter, secondsToWait } from './counters.ts'

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
