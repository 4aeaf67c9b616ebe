import type pg from 'pg'
import type { Fan } from '../../http/session.ts'
import { hmacOf, keyFor } from '../../kernel/keys.ts'
import { mailboxKey } from '../contacts/mailboxes.ts'
import { mobileNumber } from '../contacts/phones.ts'
import { MINUTE_S } from '../settings.ts'
import { createCounter, secondsToWait } from './counters.ts'
import type { Fields } from './fields.ts'

/** Guesses at an account's passwords and codes allowed per window; the account is then locked for as long. */
const MAX_GUESSES = 10
const WINDOW_S = 15 * MINUTE_S

/** Counts guesses at passwords and codes per account across all servers, so that many client addresses get an attacker no further. */
export interface Lockout {
  /** Counts a guess before it is checked, so that concurrent ones do not slip through. Returns the seconds until the lock ends, 0 if there is none. */
  begin(account: string): Promise<number>
  /** The guess was right: resets the account's count. */
  reset(account: string): Promise<void>
  /** The call was no guess: takes it off the count. */
  undo(account: string): Promise<void>
}

/** @param secret Hashes accounts, so that stored keys reveal no address. Counts restart when it changes. */
export function createLockout(pool: pg.Pool, secret: string): Lockout {
  const limiter = createCounter(pool, { points: MAX_GUESSES, duration: WINDOW_S, blockDuration: WINDOW_S })
  const key = keyFor(secret, 'attempts')
  const keyOf = (account: string) => hmacOf(key, account.toLowerCase())
  return {
    begin: (account) => secondsToWait(limiter.consume(keyOf(account))),
    async reset(account) {
      await limiter.delete(keyOf(account))
    },
    async undo(account) {
      await limiter.reward(keyOf(account))
    },
  }
}

/** Secret that a body guesses at: a password or code of the address that it names, the code of a phone, or the signed-in fan's own password. */
export type Guess = 'address' | 'phone' | 'ownPassword'

/**
 * Returns the key of the account that a call guesses at, under which its wrong guesses are counted; `null` if the call guesses nothing.
 * @param fan The signed-in fan, whose own password is asked again.
 * @param countries Calling codes of the countries whose phones may sign in.
 */
export function guessedAccount(
  guess: Guess | undefined,
  { email, password, phoneNumber }: Fields,
  fan: Pick<Fan, 'email'> | null,
  countries: ReadonlySet<string>,
): string | null {
  if (guess === 'phone') return mobileNumber(phoneNumber, countries)
  if (guess === 'ownPassword') return fan === null || password === undefined ? null : lockoutKeyOf(fan.email)
  return guess === 'address' && typeof email === 'string' ? lockoutKeyOf(email) : null
}

/** Returns the lockout key of an address: the same for all spellings of one mailbox. */
export function lockoutKeyOf(email: string): string {
  return mailboxKey(email) ?? email
}

/** Codes with which the library refuses a wrong guess. */
const WRONG_GUESSES: ReadonlySet<string> = new Set([
  'INVALID_EMAIL_OR_PASSWORD',
  'INVALID_PASSWORD',
  'INVALID_OTP',
  'OTP_EXPIRED',
  'TOO_MANY_ATTEMPTS',
])

/**
 * Resets the count after a right guess, and takes a call off it that was no guess.
 * @param refusedCode The library's code, `null` if it refused without one, `undefined` if it refused nothing.
 */
export async function settleGuess(
  lockout: Lockout,
  account: string,
  refusedCode: string | null | undefined,
): Promise<void> {
  if (refusedCode === undefined) await lockout.reset(account)
  else if (refusedCode === null || !WRONG_GUESSES.has(refusedCode)) await lockout.undo(account)
}
