import type { PushOutcome } from './message.ts'
import type { PushAnswer } from './wire.ts'

/** Whether a status asks for another attempt: too many requests, a fault of the service, or our own credentials, which say nothing about the fan. */
const isPassing = (status: number) => status === 401 || status === 403 || status === 429 || status >= 500

/** Reads an answer. @param isGone Whether it says that the subscription has ended; what else is below 500 is refused for good. */
export function outcomeOf({ status, retryAfterMs, body }: PushAnswer, isGone: boolean): PushOutcome {
  if (status >= 200 && status < 300) return { outcome: 'sent' }
  if (isGone) return { outcome: 'gone' }
  const reason = `${status} ${body}`.trim().slice(0, 200)
  return isPassing(status) ? { outcome: 'later', afterMs: retryAfterMs, reason } : { outcome: 'refused', reason }
}

/** Seconds until a moment, at least one. */
export function secondsUntil(moment: Date, now: Date): number {
  return Math.max(1, Math.round((moment.getTime() - now.getTime()) / 1_000))
}
