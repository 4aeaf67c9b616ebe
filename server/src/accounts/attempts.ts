import { createHmac } from 'node:crypto'
import type pg from 'pg'
import { RateLimiterPostgres } from 'rate-limiter-flexible'

/** Wrong passwords or codes that an account bears in a quarter of an hour; it then takes none for a quarter of an hour. */
const MOST = 10
const WINDOW_S = 15 * 60

/** Counts wrong passwords and codes by account, for all servers together: who has many addresses to ask from does not get further. */
export interface Attempts {
  /** Seconds until the account takes another one; 0 while it does. */
  lockedFor(account: string): Promise<number>
  /** Notes a wrong one; gives the seconds of the lock that it began, 0 if none. */
  wrong(account: string): Promise<number>
  right(account: string): Promise<void>
}

/** @param secret Turns accounts into keys that tell nobody's address. */
export function createAttempts(pool: pg.Pool, secret: string): Attempts {
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    schemaName: 'auth',
    tableName: 'attempt',
    tableCreated: true,
    // The nightly run does.
    clearExpiredByTimeout: false,
    points: MOST,
    duration: WINDOW_S,
    blockDuration: WINDOW_S,
    // Counted in the database alone, or another server would not know.
    inMemoryBlockOnConsumed: 0,
  })
  const keyOf = (account: string) => createHmac('sha256', secret).update(account.toLowerCase()).digest('base64url')
  const secondsOf = (ms: number) => Math.max(1, Math.ceil(ms / 1_000))
  return {
    async lockedFor(account) {
      const known = await limiter.get(keyOf(account))
      return known !== null && known.consumedPoints >= MOST ? secondsOf(known.msBeforeNext) : 0
    },
    async wrong(account) {
      const key = keyOf(account)
      const after = await limiter.penalty(key)
      if (after.consumedPoints < MOST) return 0
      await limiter.block(key, WINDOW_S)
      return WINDOW_S
    },
    async right(account) {
      await limiter.delete(keyOf(account))
    },
  }
}
