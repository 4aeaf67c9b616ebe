import { workDone } from '@tribune/contract/proof-of-work.ts'
import {
  GUESS_WINDOW_S,
  type GuessedSecret,
  guessPrice,
  MAX_KNOWN_GUESSES,
  maxGuesses,
} from '@tribune/domain/guesses.ts'
import type { FastifyRequest } from 'fastify'
import { type RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { App } from '../../context.ts'
import { hmacOf, keyFor } from '../../kernel/keys.ts'
import { networkOf } from '../../kernel/network.ts'
import { createCounter, secondsToWait } from './counters.ts'
import type { KnownDevices } from './known-devices.ts'
import type { AccountName } from './queries.ts'

const MS = 1_000

/** A guess at a secret of an account. */
export interface Guess {
  readonly secret: GuessedSecret
  readonly account: AccountName
  /** Id of the session of the account itself that the call came with, which counts as a known device; `null` without one. */
  readonly session: string | null
}

/** Rank of a caller in the queue of passwords to hash: known devices of the account, then those who have paid, then all others. */
export const RANKS = { known: 0, paid: 1, stranger: 2 } as const

/** A guess that has been counted, and may be checked. */
export interface CountedGuess {
  readonly rank: (typeof RANKS)[keyof typeof RANKS]
  /** The guess was right: forgets the wrong ones of its kind of caller. */
  forget(): Promise<void>
  /** Nothing was guessed: takes the call off the count. */
  undo(): Promise<void>
}

/** Why a guess is not checked: locked for some seconds, or a code of the library for a proof that is missing or too small. */
type Refused = { readonly lockedS: number } | { readonly unpaid: string }

/** How a caller pays: by work of their processor, or by a captcha. */
export interface Payment {
  /** The proof that the call brings, if any. */
  readonly proof: string | undefined
  /** Redeems it. Returns the library's code of a refusal, or `null`. */
  redeem(): Promise<string | null>
  /** Whether strangers pay for any guess, because too many wait. */
  readonly isBusy: boolean
}

/** For a caller with a session of the account, who never pays. */
export const NO_PAYMENT: Payment = { proof: undefined, redeem: async () => 'MISSING_RESPONSE', isBusy: false }

/** Counts guesses across all servers, before they are checked, so that concurrent ones do not slip through (docs/decisions/084). */
export interface Guesses {
  begin(guess: Guess, call: FastifyRequest, payment: Payment): Promise<CountedGuess | Refused>
}

type Parts = Pick<App, 'config' | 'devices' | 'pool'> & { readonly known: KnownDevices }

export function createGuesses({ config, devices, known, pool }: Parts): Guesses {
  const window = { duration: GUESS_WINDOW_S }
  const ofKnown = createCounter(pool, {
    ...window,
    keyPrefix: 'known',
    points: MAX_KNOWN_GUESSES,
    blockDuration: GUESS_WINDOW_S,
  })
  const ofStrangers = createCounter(pool, { ...window, keyPrefix: 'guess', points: maxGuesses('password') })
  const paid = createCounter(pool, { ...window, keyPrefix: 'paid', points: Number.MAX_SAFE_INTEGER })
  // Hashed, so that stored keys reveal no address. Counts restart when the secret changes.
  const key = keyFor(config.secret, 'attempts')
  const isWork = config.captcha === null
  const baseMs = (config.workSeconds ?? 0) * MS
  const canPay = !isWork || config.workSeconds !== null

  /** Returns the price of strangers' nth guess, `null` if it is not checked: there are too many, or nothing that they could pay with. */
  function priceOf(secret: GuessedSecret, nth: number, isBusy: boolean): number | null {
    const price = guessPrice(secret, nth)
    if (price === null || (price > 0 && !canPay)) return null
    return isBusy && canPay ? Math.max(1, price) : price
  }

  /**
   * Redeems a caller's proof. Returns the library's code of a refusal, or what it pays for: proofs of work add up, and each time that they reach a price
   * they pay for one guess.
   */
  async function redeemed({ proof, redeem }: Payment, counted: string): Promise<string | ((price: number) => boolean)> {
    if (proof === undefined) return 'MISSING_RESPONSE'
    const unpaid = await redeem()
    if (unpaid !== null) return unpaid
    if (!isWork) return () => true
    const added = Math.max(1, Math.round(worthOf(proof) * MS))
    const { consumedPoints: all } = await paid.consume(counted, added)
    return (price) => {
      const due = Math.max(1, Math.round(price * baseMs))
      return Math.floor(all / due) > Math.floor((all - added) / due)
    }
  }

  async function beginKnown(counted: string): Promise<CountedGuess | Refused> {
    const lockedS = await secondsToWait(ofKnown.consume(counted))
    return lockedS > 0 ? { lockedS } : countedBy(ofKnown, counted, RANKS.known)
  }

  /** Counts no call that brings no good proof where one is due: it would lock everybody out, and cost nothing. */
  async function beginStranger(secret: GuessedSecret, counted: string, network: string, payment: Payment) {
    const { isBusy } = payment
    const before = await ofStrangers.get(counted)
    const asked = priceOf(secret, (before?.consumedPoints ?? 0) + 1, isBusy)
    if (asked === null) return { lockedS: secondsLeft(before) }
    const pays = asked === 0 ? null : await redeemed(payment, `${counted} ${network}`)
    if (typeof pays === 'string') return { unpaid: pays }
    const now = await ofStrangers.consume(counted).catch(countOf)
    const price = priceOf(secret, now.consumedPoints, isBusy)
    if (price === null) return { lockedS: secondsLeft(now) }
    const guess = countedBy(ofStrangers, counted, price > 0 ? RANKS.paid : RANKS.stranger)
    if (price === 0 || pays?.(price)) return guess
    await guess.undo()
    return { unpaid: payment.proof === undefined ? 'MISSING_RESPONSE' : 'MORE_WORK_NEEDED' }
  }

  return {
    async begin({ account, secret, session }, call, payment) {
      const device = session === null ? devices.of(call) : null
      const isKnown = device !== null && (await known.isKnown(device.id, account))
      const holder = session !== null ? `session ${session}` : isKnown ? `device ${device.id}` : 'strangers'
      const counted = hmacOf(key, `${secret} ${nameOf(account)} ${holder}`)
      const isStranger = session === null && !isKnown
      return isStranger ? beginStranger(secret, counted, networkOf(call.ip), payment) : beginKnown(counted)
    },
  }
}

function countedBy(counter: RateLimiterPostgres, key: string, rank: CountedGuess['rank']): CountedGuess {
  return {
    rank,
    forget: async () => void (await counter.delete(key)),
    undo: async () => void (await counter.reward(key)),
  }
}

/** Returns the worth of a redeemed proof of work, in seconds of a phone. */
function worthOf(proof: string): number {
  return workDone.parse(JSON.parse(Buffer.from(proof, 'base64').toString())).challenge.parameters.data.worth
}

const nameOf = (account: AccountName) => Object.entries(account).flat().join(' ').toLowerCase()

/** A window that is over its limit is a count like any other here. */
function countOf(refused: unknown): RateLimiterRes {
  if (refused instanceof RateLimiterRes) return refused
  throw refused
}

function secondsLeft(window: RateLimiterRes | null): number {
  return Math.max(1, Math.ceil((window?.msBeforeNext ?? 0) / MS))
}
