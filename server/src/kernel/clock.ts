import { setTimeout as sleep } from 'node:timers/promises'

/** Waits `ms` milliseconds, or until `ending` is aborted. Never rejects: the caller looks at `ending` before it goes on. */
export async function pause(ms: number, ending?: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal: ending }).catch(() => {})
}

/** The server's clock. `offsetMs` is 0 unless a test moves the clock; the ledger adds it to the database's own time. */
export interface Clock {
  readonly offsetMs: number
  now(): Date
}

export const systemClock: Clock = { offsetMs: 0, now: () => new Date() }

/**
 * Resolves or rejects as `work` does, or rejects with the error that `late` makes after `limitMs`. The work continues; its outcome is then ignored.
 */
export async function within<T>(limitMs: number, work: Promise<T>, late: () => Error = tooLate): Promise<T> {
  const { promise: over, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(late()), limitMs).unref()
  try {
    return await Promise.race([work, over])
  } finally {
    clearTimeout(timer)
  }
}

const tooLate = () => new Error('time limit exceeded')
