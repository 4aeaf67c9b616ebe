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

/**
 * Returns the slots that all passwords of a process share. Hashing one occupies a thread for a tenth of a second.
 * @param servers Number of processes on this machine, which share its processors.
 */
export function hashingSlots(servers: number) {
  return { max: hashingConcurrency(Math.floor(availableParallelism() / servers)), maxQueued: 300 }
}

/** The slots of a process that serves alone. */
export const HASHING = hashingSlots(1)

/** Calls that may wait for each slot before strangers pay for theirs by work: half a second's hashing or a little more. */
export const MANY_PER_SLOT = 8

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
