import { createHmac } from 'node:crypto'
import type pg from 'pg'
import { keyFor } from '../kernel/keys.ts'
import { createCounter, secondsToWait } from './counters.ts'
import { MINUTE_S } from './settings.ts'

/** Wrong passwords or codes that an account bears in a quarter of an hour; it then takes none for a quarter of an hour. */
const MOST = 10
const WINDOW_S = 15 * MINUTE_S

/** Counts guesses at passwords and codes by account, for all servers together: who has many addresses to ask from does not get further. */
export interface Attempts {
  /** Counts a guess before it is looked at, so that many at once do not slip through; gives the seconds of a lock, 0 if it may be made. */
  begin(account: string): Promise<number>
  /** It was right: nothing is held against the account any more. */
  right(account: string): Promise<void>
  /** It was no guess at all. */
  undo(account: string): Promise<void>
}

/** @param secret Turns accounts into keys that tell nobody's address. Changed, counting begins again. */
export function createAttempts(pool: pg.Pool, secret: string): Attempts {
  const limiter = createCounter(pool, { points: MOST, duration: WINDOW_S, blockDuration: WINDOW_S })
  const key = keyFor(secret, 'attempts')
  const keyOf = (account: string) => createHmac('sha256', key).update(account.toLowerCase()).digest('base64url')
  return {
    begin: (account) => secondsToWait(limiter.consume(keyOf(account))),
    async right(account) {
      await limiter.delete(keyOf(account))
    },
    async undo(account) {
      await limiter.reward(keyOf(account))
    },
  }
}
