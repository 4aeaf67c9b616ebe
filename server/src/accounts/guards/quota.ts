import type pg from 'pg'
import { createCounter, secondsToWait } from './counters.ts'

/** A limit per window that all servers share. */
export interface Quota {
  /** Counts one more. Returns whether it is within the limit. */
  take(): Promise<boolean>
}

export function createQuota(pool: pg.Pool, name: string, max: number, windowS: number): Quota {
  const limiter = createCounter(pool, { keyPrefix: 'quota', points: max, duration: windowS })
  return { take: async () => (await secondsToWait(limiter.consume(name))) === 0 }
}
