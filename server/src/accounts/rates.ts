import { STAND_PER_MINUTE } from '@tribune/contract/proof-of-work.ts'
import { LRUCache } from 'lru-cache'
import { EXCHANGE_PATH } from './app-return.ts'
import { MINUTE_S } from './settings.ts'

/**
 * Most requests per client address and path. Not tighter: a whole stand may share one mobile carrier's address, and a
 * password is already slow to try. What a proof of work pays for may come as fast as a stand fills: 50 000 fans in an hour.
 */
export const RATE_RULES = {
  '/sign-in/email': { window: MINUTE_S, max: 30 },
  '/sign-up/email': { window: MINUTE_S, max: STAND_PER_MINUTE },
  '/send-verification-email': { window: MINUTE_S, max: 10 },
  '/request-password-reset': { window: MINUTE_S, max: 10 },
  '/verify-email': { window: MINUTE_S, max: STAND_PER_MINUTE },
  '/sign-in/magic-link': { window: MINUTE_S, max: STAND_PER_MINUTE },
  '/magic-link/verify': { window: MINUTE_S, max: STAND_PER_MINUTE },
  '/sign-in/email-otp': { window: MINUTE_S, max: STAND_PER_MINUTE },
  '/phone-number/send-otp': { window: MINUTE_S, max: 10 },
  '/phone-number/verify': { window: MINUTE_S, max: 60 },
  '/wallet/challenge': { window: MINUTE_S, max: 30 },
  '/wallet/verify': { window: MINUTE_S, max: 60 },
  '/two-factor/verify-totp': { window: MINUTE_S, max: 60 },
  '/two-factor/verify-backup-code': { window: MINUTE_S, max: 60 },
  '/two-factor/send-otp': { window: MINUTE_S, max: 10 },
  '/two-factor/verify-otp': { window: MINUTE_S, max: 60 },
  '/two-factor/enable': { window: MINUTE_S, max: 20 },
  '/two-factor/disable': { window: MINUTE_S, max: 20 },
  '/two-factor/generate-backup-codes': { window: MINUTE_S, max: 20 },
  [EXCHANGE_PATH]: { window: MINUTE_S, max: 60 },
  // Said aloud, because the library would allow three in ten seconds.
  '/sign-in/social': { window: MINUTE_S, max: 120 },
  '/sign-in/sso': { window: MINUTE_S, max: 120 },
} as const
export const DEFAULT_RATE = { window: MINUTE_S, max: 120 } as const
const ADDRESSES_REMEMBERED = 50_000

interface Window {
  count: number
  readonly endsAt: number
}

/** Requests counted in fixed windows, in one server's memory; the library's own store walks all its entries each time. */
export class RateWindows {
  readonly #windows = new LRUCache<string, Window>({ max: ADDRESSES_REMEMBERED })

  /** @param rule `window` in seconds. `retryAfter` is in seconds too. */
  async consume(key: string, rule: { window: number; max: number }) {
    const now = Date.now()
    let current = this.#windows.get(key)
    if (current === undefined || current.endsAt <= now) {
      current = { count: 0, endsAt: now + rule.window * 1_000 }
      this.#windows.set(key, current)
    }
    current.count += 1
    const allowed = current.count <= rule.max
    return { allowed, retryAfter: allowed ? null : Math.ceil((current.endsAt - now) / 1_000) }
  }
}
