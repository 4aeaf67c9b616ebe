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
