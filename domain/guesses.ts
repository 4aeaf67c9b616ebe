/**
 * How many guesses at the secrets of one account are checked, and what they cost. A device that has signed in to the account before is counted by itself.
 * All others are strangers, counted together: they pay for their guesses by work, so that locking an owner out costs something, and reaches neither the
 * owner's own devices nor another kind of secret (docs/decisions/084).
 */

/** Kinds of secret, each counted by itself. */
export type GuessedSecret = 'password' | 'mailCode' | 'phoneCode' | 'appCode' | 'sentCode' | 'recoveryCode'

/** Length of the window in which guesses are counted, and of the lock of a known device, in seconds. */
export const GUESS_WINDOW_S = 900
/** Guesses of one known device in a window. */
export const MAX_KNOWN_GUESSES = 10
/** First guesses of strangers that cost nothing: owners at a new device mistype. */
export const FREE_GUESSES = 10
/** Guesses that double the price, and the highest one. */
const DOUBLING = 2
export const MAX_GUESS_PRICE = 30
/** A code of six digits has fewer guesses to be found in than the weakest password that is accepted has in a day. */
const MAX_CODE_GUESSES = 20
const MAX_PASSWORD_GUESSES = 30

/** Returns how many guesses of strangers are checked in a window. */
export function maxGuesses(secret: GuessedSecret): number {
  return secret === 'password' ? MAX_PASSWORD_GUESSES : MAX_CODE_GUESSES
}

/**
 * Returns what a guess of a stranger costs, as a multiple of the base price of a proof of work (one second of a phone); `null` if it is not checked at all.
 * @param nth Its number among all strangers' guesses at the secret in this window, from 1.
 */
export function guessPrice(secret: GuessedSecret, nth: number): number | null {
  if (nth > maxGuesses(secret)) return null
  if (nth <= FREE_GUESSES) return 0
  return Math.min(MAX_GUESS_PRICE, 2 ** Math.floor((nth - FREE_GUESSES - 1) / DOUBLING))
}
