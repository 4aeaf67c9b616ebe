import { AsyncLocalStorage } from 'node:async_hooks'
import { availableParallelism } from 'node:os'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import type { FastifyRequest } from 'fastify'
import type { PasswordHashing } from '../../../context.ts'
import { whilePresent } from '../../../http/fetch-handler.ts'
import type { FairQueue, Place } from '../../../kernel/fair-queue.ts'
import { networksOf } from '../../../kernel/network.ts'
import { RANKS } from '../../guards/guesses.ts'
import type { AccountName } from '../../guards/queries.ts'

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
function hashingAt<T>(place: Place, call: () => Promise<T>): Promise<T> {
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

/**
 * Runs a call, and gives the passwords that it hashes their place in the queue until its caller leaves: that of the account for a known device of it, so that
 * one account has one share however many devices it has, and that of the caller's networks for all others.
 */
export function hashingFor<T>(
  caller: FastifyRequest,
  { rank, account }: { readonly rank: number; readonly account: AccountName | null },
  call: (place: Parameters<typeof hashingAt>[0]) => Promise<T>,
): Promise<T> {
  const isOwn = rank === RANKS.known && account !== null
  const lanes = isOwn ? Object.values(account) : networksOf(caller.ip).toReversed()
  return whilePresent(caller, (signal) => {
    const place = { rank, lanes, signal }
    return hashingAt(place, () => call(place))
  })
}
