import { setTimeout as sleep } from 'node:timers/promises'

/** Waits `ms` milliseconds, or until `ending` is aborted. Never rejects: the caller looks at `ending` before it goes on. */
export async function pause(ms: number, ending?: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal: ending }).catch(() => {})
}
