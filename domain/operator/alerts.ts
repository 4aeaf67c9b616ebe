import { DAY_MS, HOUR_MS, MINUTE_MS } from '../common/instant.ts'
import type { Need, NeedKind } from './needs.ts'

/** The stored alert of a kind: its last one. */
export interface StoredAlert {
  readonly kind: NeedKind
  readonly opened_at: Date
  readonly sent_at: Date | null
  readonly pushed_at: Date | null
  readonly ended_at: Date | null
}

/** A kind that has lasted for less is not sent: a server that starts, or one reading that fails, mends by itself. */
const SEND_AFTER_MS = 2 * MINUTE_MS
/** A device that has not taken an alert for this long is given up. */
const PUSH_FOR_MS = DAY_MS
/** A kind that comes back within this time goes on as the same alert, and is not sent again. */
const SAME_ALERT_MS = HOUR_MS

/** Changes of the stored alerts, by kind. */
export interface AlertChanges {
  readonly open: readonly NeedKind[]
  /** Ended alerts that go on. */
  readonly resume: readonly NeedKind[]
  readonly end: readonly NeedKind[]
}

/**
 * Compares the last alert of each kind with what needs an act at `now`. Needs to watch open no alert.
 * @param stored At most one alert of each kind.
 */
export function alertChanges(stored: readonly StoredAlert[], needs: readonly Need[], now: Date): AlertChanges {
  const wanted = needs.filter(({ severity }) => severity === 'act').map(({ kind }) => kind)
  const last = new Map(stored.map((alert) => [alert.kind, alert]))
  const isOpen = (kind: NeedKind) => last.get(kind)?.ended_at === null
  const isSame = (kind: NeedKind) => {
    const endedAt = last.get(kind)?.ended_at
    return endedAt != null && now.getTime() - endedAt.getTime() < SAME_ALERT_MS
  }
  const missing = wanted.filter((kind) => !isOpen(kind))
  return {
    open: missing.filter((kind) => !isSame(kind)),
    resume: missing.filter(isSame),
    end: [...last.keys()].filter((kind) => isOpen(kind) && !wanted.includes(kind)),
  }
}

/** Returns whether an alert is to be mailed at `now`: it is open, was not mailed, and has lasted. */
export function isToBeMailed(alert: StoredAlert, now: Date): boolean {
  return alert.sent_at === null && alert.ended_at === null && ageOf(alert, now) >= SEND_AFTER_MS
}

/** Returns whether an alert is to be pushed at `now`: as for the mail, and not for longer than a day. */
export function isToBePushed(alert: StoredAlert, now: Date): boolean {
  return isToBeMailed({ ...alert, sent_at: alert.pushed_at }, now) && ageOf(alert, now) < PUSH_FOR_MS
}

const ageOf = ({ opened_at }: StoredAlert, now: Date) => now.getTime() - opened_at.getTime()
