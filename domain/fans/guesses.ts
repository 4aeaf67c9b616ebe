/**
 * How many guesses at the secrets of one account are checked, and what they cost. A device that has signed in to the account before is counted by itself, and
 * so is a device that asked for the code. All others are strangers, counted together: they pay for their guesses by work, so that locking an owner out costs
 * something, and reaches neither the owner's own devices nor another kind of secret (docs/decisions/084).
 */

/** Kinds of secret, each counted by itself. */
export type GuessedSecret = 'password' | 'mailCode' | 'phoneCode' | 'appCode' | 'sentCode' | 'recoveryCode'

/** Length of the window in which guesses are counted, and of the lock of a known device, in seconds. */
export const GUESS_WINDOW_S = 900
/** Guesses of one known device in a window. */
export const MAX_KNOWN_GUESSES = 10
/** Tries of a device for each code that it asked for: no guess of a stranger takes one of them. */
export const CODE_TRIES = 5
/**
 * Wrong tries of all callers together after which a sent code is void. Strangers and devices that asked cannot reach it while the code lives: strangers have
 * twenty in two windows, devices five for each of the twenty messages of two hours. So a code of six digits is found with a chance of 0.015 % at most.
 */
export const MAX_CODE_TRIES = 150
/** First guesses of strangers that cost nothing: owners at a new device mistype. Fewer at a sent code, for which they can ask themselves. */
const FREE_GUESSES = 10
const FREE_SENT_CODES = 5
/** Guesses that double the price, and the highest one. */
const DOUBLING = 2
export const MAX_GUESS_PRICE = 30
/** A code of six digits has fewer guesses to be found in than the weakest password that is accepted has in a day. */
const MAX_CODE_GUESSES = 20
const MAX_SENT_CODE_GUESSES = 10
const MAX_PASSWORD_GUESSES = 30

/** Returns whether a secret is a code that was sent, which its device asked for. */
export function isSentCode(secret: GuessedSecret): boolean {
  return secret === 'mailCode' || secret === 'phoneCode' || secret === 'sentCode'
}

/** Returns how many guesses of strangers cost nothing in a window. */
export function freeGuesses(secret: GuessedSecret): number {
  return isSentCode(secret) ? FREE_SENT_CODES : FREE_GUESSES
}

/** Returns how many guesses of strangers are checked in a window. */
export function maxGuesses(secret: GuessedSecret): number {
  if (isSentCode(secret)) return MAX_SENT_CODE_GUESSES
  return secret === 'password' ? MAX_PASSWORD_GUESSES : MAX_CODE_GUESSES
}

/**
 * Returns the price of a stranger's guess, as a multiple of the base price of a proof of work (`config.workSeconds`, by default 0.5 seconds of a phone).
 * Returns `null` if the guess is not checked at all.
 * @param nth Number of the guess among all strangers' guesses at the secret in this window, from 1.
 */
export function guessPrice(secret: GuessedSecret, nth: number): number | null {
  if (nth > maxGuesses(secret)) return null
  const free = freeGuesses(secret)
  if (nth <= free) return 0
  return Math.min(MAX_GUESS_PRICE, 2 ** Math.floor((nth - free - 1) / DOUBLING))
}
