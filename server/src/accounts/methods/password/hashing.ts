import { AsyncLocalStorage } from 'node:async_hooks'
import { availableParallelism } from 'node:os'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import type { PasswordHashing } from '../../../context.ts'
import type { FairQueue, Place } from '../../../kernel/fair-queue.ts'

/** Of libuv's four threads, so that files, names and other work always find one free. */
const MAX_HASHED = 3
/** Returns how many passwords are hashed at a time. Leaves one processor to votes and screens: a busy thread yields only after milliseconds. */
export function hashingConcurrency(processors: number): number {
  return Math.max(1, Math.min(MAX_HASHED, processors - 1))
}

const WIDTH = hashingConcurrency(availableParallelism())

/** All passwords of the product share these slots. Hashing one occupies a thread for a tenth of a second. */
export const HASHING = { max: WIDTH, maxQueued: 300 } as const

/**
 * Calls that choose a password: it is judged first, one at a time, and a sign-up occupies a database connection while it is hashed. A rush of newcomers
 * queues before that, so that votes never do.
 */
export const CHOOSING = { ...HASHING }

/** Calls that may wait before strangers pay for theirs by work: half a second's hashing or a little more. */
export const MANY_QUEUED = WIDTH * 8

/** The place of work that no caller waits for, such as the people of the demonstration. */
const OWN_PLACE: Place = { rank: 0, lanes: [] }
const places = new AsyncLocalStorage<Place>()

/** Runs a call, whose passwords then wait at this place in the queue. */
export function hashingAt<T>(place: Place, call: () => Promise<T>): Promise<T> {
  return places.run(place, call)
}

/** Returns hashing that waits its turn: every hash of the product passes one queue. */
export function queuedHashing(
  queue: FairQueue,
  hashing: PasswordHashing = { hash: hashPassword, verify: verifyPassword },
): PasswordHashing {
  const inTurn = <T>(work: () => Promise<T>) => queue.run(work, places.getStore() ?? OWN_PLACE)
  return {
    hash: (password) => inTurn(() => hashing.hash(password)),
    verify: (given) => inTurn(() => hashing.verify(given)),
  }
}
