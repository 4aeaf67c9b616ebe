import { KEPT_SINCE_HEADER } from '@tribune/domain/offline.ts'

/**
 * What the server's clock says, guessed from the `Date` header of its answers. Each answer proves that the server was at least that
 * late when it came in; the greatest of the newest proofs is kept, so that an answer out of the browser's cache misleads nobody.
 */
const KEPT_PROOFS = 10
const proofs: number[] = []

/** Takes note of an answer received at `receivedAt` (milliseconds of this device); one that was kept on the phone proves nothing. */
export function noteAnswer(headers: Headers, receivedAt: number): void {
  const date = headers.get('date')
  if (date !== null && !headers.has(KEPT_SINCE_HEADER)) noteServerTime(Date.parse(date), receivedAt)
}

/** Takes the time (milliseconds) that the server told at `receivedAt` (milliseconds of this device). */
export function noteServerTime(served: number, receivedAt: number): void {
  if (Number.isNaN(served)) return
  proofs.push(served - receivedAt)
  if (proofs.length > KEPT_PROOFS) proofs.shift()
}

/** Now, by the server's clock: it decides when a vote closes, whatever the phone shows. */
export function serverNow(deviceNow = Date.now()): Date {
  return new Date(deviceNow + (proofs.length === 0 ? 0 : Math.max(...proofs)))
}

/** Forgets what was learnt, between tests. */
export function forgetServerClock(): void {
  proofs.length = 0
}
