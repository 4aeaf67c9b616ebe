import { createHash } from 'node:crypto'
import type pg from 'pg'
import { createCounter, secondsToWait } from './counters.ts'

/** What may be used once only, on whichever server. */
export interface Once {
  /** Whether this is the first time within `lifeS` seconds; the secret itself is not kept. */
  use(secret: string, lifeS: number): Promise<boolean>
}

export function createOnce(pool: pg.Pool): Once {
  const limiter = createCounter(pool, { keyPrefix: 'once', points: 1, duration: 0 })
  return {
    async use(secret, lifeS) {
      const key = createHash('sha256').update(secret).digest('base64url')
      return (await secondsToWait(limiter.consume(key, 1, { customDuration: lifeS }))) === 0
    },
  }
}

/** So many in a window, by all servers together. */
export interface Ceiling {
  /** Whether one more is within it. */
  take(): Promise<boolean>
}

export function createCeiling(pool: pg.Pool, name: string, most: number, windowS: number): Ceiling {
  const limiter = createCounter(pool, { keyPrefix: 'ceiling', points: most, duration: windowS })
  return { take: async () => (await secondsToWait(limiter.consume(name))) === 0 }
}
