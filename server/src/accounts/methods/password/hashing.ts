import { availableParallelism } from 'node:os'

const MAX_HASHED = 3
/** Returns how many passwords are hashed at a time. Leaves one processor to votes and screens: a busy thread yields only after milliseconds. */
export function hashingConcurrency(processors: number): number {
  return Math.max(1, Math.min(MAX_HASHED, processors - 1))
}

/**
 * Hashing a password occupies a thread for a tenth of a second, and a sign-up a database connection meanwhile. A rush of newcomers queues, so
 * that votes never do.
 */
export const HASHING = { max: hashingConcurrency(availableParallelism()), maxQueued: 300 } as const

/** A separate limit for calls that choose a password, which is judged first, one at a time: fans who sign in do not wait for that. */
export const CHOOSING = { ...HASHING }
