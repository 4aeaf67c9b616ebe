import type { PushOutcome } from './message.ts'
import type { PushAnswer } from './wire.ts'

/** Whether a status asks for another attempt: too many requests, a fault of the service, or credentials that it does not accept. */
const isPassing = (status: number) => status === 401 || status === 403 || status === 429 || status >= 500

/** Facts that an answer states in the service's own way, in addition to its status. */
interface Meaning {
  /** The subscription has ended, or was made for another sender than us. */
  readonly isGone: boolean
  /** The service accepts no message from us at the moment, for any subscription. */
  readonly isOurs?: boolean
}

/** Returns the outcome of an answer. Any other status below 500, neither gone nor passing, is a refusal for good. */
export function outcomeOf(
  { status, retryAfterMs, body }: PushAnswer,
  { isGone, isOurs = false }: Meaning,
): PushOutcome {
  if (status >= 200 && status < 300) return { outcome: 'sent' }
  if (isGone) return { outcome: 'gone' }
  const reason = `${status} ${body}`.trim().slice(0, 200)
  if (!isPassing(status)) return { outcome: 'refused', reason }
  return { outcome: 'later', afterMs: retryAfterMs, reason, ours: isOurs, inDoubt: false }
}

/** Returns the outcome of an attempt that our own credentials or settings have stopped. */
export function stoppedByUs(reason: string): PushOutcome {
  return { outcome: 'later', afterMs: null, reason, ours: true, inDoubt: false }
}

/** Seconds until a moment, at least one. */
export function secondsUntil(moment: Date, now: Date): number {
  return Math.max(1, Math.round((moment.getTime() - now.getTime()) / 1_000))
}
