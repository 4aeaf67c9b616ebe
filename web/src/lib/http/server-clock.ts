import { STORED_SINCE_HEADER } from '@tribune/protocol/offline.ts'

/**
 * Estimates the server's clock from the `Date` header of its answers. Each answer is a lower bound of the server's time on arrival; the greatest of
 * the newest bounds is used, so that an answer from the browser's cache does no harm.
 */
const MAX_BOUNDS = 10
const bounds: number[] = []
const listeners = new Set<() => void>()

/** Calls back whenever the server is heard: an answer of its own, or an event of its stream. */
export function onHeard(listener: () => void): void {
  listeners.add(listener)
}

/** Records an answer received at `receivedAt` (milliseconds of this device). Ignores one that the service worker had stored. */
export function recordAnswer(headers: Headers, receivedAt: number): void {
  const date = headers.get('date')
  // A CDN answers with the date of when it asked, and the seconds since then.
  const age = Number(headers.get('age')) * 1_000
  if (date !== null && !headers.has(STORED_SINCE_HEADER)) recordServerTime(Date.parse(date) + age, receivedAt)
}

/** Records the server's time `served`, received at `receivedAt` by this device's clock, both in milliseconds. */
export function recordServerTime(served: number, receivedAt: number): void {
  if (Number.isNaN(served)) return
  bounds.push(served - receivedAt)
  if (bounds.length > MAX_BOUNDS) bounds.shift()
  for (const listener of listeners) listener()
}

/** Returns the current time by the server's clock, which decides when a vote closes. */
export function serverNow(deviceNow = Date.now()): Date {
  return new Date(deviceNow + (bounds.length === 0 ? 0 : Math.max(...bounds)))
}

/** Resets the estimate and removes listeners, between tests. */
export function resetServerClock(): void {
  bounds.length = 0
  listeners.clear()
}
