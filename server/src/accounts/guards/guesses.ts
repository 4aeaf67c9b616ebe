import { workDone } from '@tribune/contract/proof-of-work.ts'
import { DAY_MS } from '@tribune/domain/common/instant.ts'
import {
  CODE_TRIES,
  freeGuesses,
  GUESS_WINDOW_S,
  type GuessedSecret,
  guessPrice,
  isSentCode,
  MAX_KNOWN_GUESSES,
  maxGuesses,
} from '@tribune/domain/fans/guesses.ts'
import type { FastifyRequest } from 'fastify'
import type { App } from '../../context.ts'
import { DEVICE_LIFE_DAYS } from '../../http/device.ts'
import { hmacOf, keyFor, keysFor } from '../../kernel/keys.ts'
import { networkOf } from '../../kernel/network.ts'
import { createCounter, secondsToWait } from './counters.ts'
import {
  type AccountName,
  countGuess,
  countTry,
  forgetGuesses,
  type GuessCount,
  grantTries,
  isKnownDevice,
  keepKnownDevice,
  readGuesses,
  uncountGuess,
} from './queries.ts'

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
  /** A code was sent to an account because a device asked for it: grants the device tries of its own. */
  grant(code: Pick<Guess, 'secret' | 'account'>, deviceId: string): Promise<void>
}

type Parts = Pick<App, 'config' | 'db' | 'devices' | 'pool'> & { readonly known: KnownDevices }

export function createGuesses({ config, db, devices, known, pool }: Parts): Guesses {
  const window = { duration: GUESS_WINDOW_S }
  const ofKnown = createCounter(pool, {
    ...window,
    keyPrefix: 'known',
    points: MAX_KNOWN_GUESSES,
    blockDuration: GUESS_WINDOW_S,
  })
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
    if (lockedS > 0) return { lockedS }
    return {
      rank: RANKS.known,
      forget: async () => void (await ofKnown.delete(counted)),
      undo: async () => void (await ofKnown.reward(counted)),
    }
  }

  const nameFor = ({ account, secret }: Pick<Guess, 'secret' | 'account'>, holder: string) =>
    hmacOf(key, `${secret} ${nameOf(account)} ${holder}`)
  const keyOfAsking = (code: Pick<Guess, 'secret' | 'account'>, deviceId: string) =>
    `asked:${nameFor(code, `asked ${deviceId}`)}`

  /** Counts a guess of a device that asked for a code. Returns `null` if it has asked for none. */
  async function beginAsked(key: string): Promise<CountedGuess | Refused | null> {
    const counted = await countTry(db, key, Date.now(), CODE_TRIES)
    if (counted === null) return null
    if (counted.guesses > CODE_TRIES) return { lockedS: secondsLeft(counted) }
    return {
      rank: RANKS.paid,
      forget: () => forgetGuesses(db, key),
      undo: () => uncountGuess(db, key, counted),
    }
  }

  /** Pays for a stranger's guess if a payment is due. Returns the refusal, or the payment: `null` for none. */
  async function payFor(secret: GuessedSecret, account: string, network: string, payment: Payment) {
    const before = await readGuesses(db, keyOfStrangers(account), Date.now())
    const asked = priceOf(secret, (before?.guesses ?? 0) + 1, payment.isBusy)
    if (asked === null) return { lockedS: secondsLeft(before) }
    const pays = asked === 0 ? null : await redeemed(payment, `${account} ${network}`)
    return typeof pays === 'string' ? { unpaid: pays } : { pays }
  }

  /**
   * Counts no call that brings no good proof where one is due: it would lock all strangers out, and cost nothing. A call without a proof is counted only
   * within the free guesses, in the statement that counts it, however many come together.
   */
  async function beginStranger(secret: GuessedSecret, account: string, network: string, payment: Payment) {
    const paid = await payFor(secret, account, network, payment)
    if (!('pays' in paid)) return paid
    const key = keyOfStrangers(account)
    const limit = paid.pays === null ? freeGuesses(secret) : maxGuesses(secret)
    const counted = await countGuess(db, key, { now: Date.now(), windowMs: GUESS_WINDOW_S * MS, limit })
    const price = priceOf(secret, counted?.guesses ?? limit + 1, payment.isBusy)
    if (price === null) return { lockedS: secondsLeft(counted ?? (await readGuesses(db, key, Date.now()))) }
    if (counted === null) return { unpaid: unpaidCode(payment) }
    const undo = () => uncountGuess(db, key, counted)
    if (price === 0 || paid.pays?.(price))
      return { rank: price > 0 ? RANKS.paid : RANKS.stranger, forget: () => forgetGuesses(db, key), undo }
    await undo()
    return { unpaid: unpaidCode(payment) }
  }

  return {
    grant: (code, deviceId) => grantTries(db, keyOfAsking(code, deviceId), Date.now() + GUESS_WINDOW_S * MS),
    async begin({ account, secret, session }, call, payment) {
      const device = session === null ? devices.of(call) : null
      const isKnown = device !== null && (await known.isKnown(device.id, account))
      const holder = session !== null ? `session ${session}` : isKnown ? `device ${device.id}` : 'strangers'
      const counted = nameFor({ account, secret }, holder)
      if (session !== null || isKnown) return beginKnown(counted)
      const hasAsked = device !== null && isSentCode(secret)
      const asked = hasAsked ? await beginAsked(keyOfAsking({ account, secret }, device.id)) : null
      return asked ?? beginStranger(secret, counted, networkOf(call.ip), payment)
    },
  }
}

const keyOfStrangers = (account: string) => `guess:${account}`
const unpaidCode = ({ proof }: Payment) => (proof === undefined ? 'MISSING_RESPONSE' : 'MORE_WORK_NEEDED')

/** Returns the worth of a redeemed proof of work, in seconds of a phone. */
function worthOf(proof: string): number {
  return workDone.parse(JSON.parse(Buffer.from(proof, 'base64').toString())).challenge.parameters.data.worth
}

const nameOf = (account: AccountName) => Object.entries(account).flat().join(' ').toLowerCase()

function secondsLeft(window: GuessCount | null): number {
  return Math.max(1, Math.ceil(((window?.endsAt ?? 0) - Date.now()) / MS))
}

/** Devices remembered for one fan, the latest. */
const MAX_DEVICES = 20

/** Knows which devices have signed in to an account. Stores keyed hashes of their identifiers, for as long as a device keeps its own. */
export interface KnownDevices {
  /** Remembers that a fan has signed in on a device; `null` for a device without an identifier. */
  remember(fanId: string, deviceId: string | null): Promise<void>
  /** Whether a device has signed in to an account before. */
  isKnown(deviceId: string, account: AccountName): Promise<boolean>
}

export function createKnownDevices({ clock, config, db }: Pick<App, 'clock' | 'config' | 'db'>): KnownDevices {
  const keys = keysFor(config.secrets, 'known devices')
  return {
    async remember(fanId, deviceId) {
      if (deviceId === null) return
      const since = new Date(clock.now().getTime() - DEVICE_LIFE_DAYS * DAY_MS)
      await keepKnownDevice(db, fanId, hmacOf(keys[0], deviceId), { at: clock.now(), since, max: MAX_DEVICES })
    },
    isKnown: (deviceId, account) =>
      isKnownDevice(
        db,
        keys.map((key) => hmacOf(key, deviceId)),
        account,
      ),
  }
}
