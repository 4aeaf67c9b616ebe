import type { HomeFixture } from '@tribune/contract/matches.ts'
import { voteWindow } from '@tribune/domain/voting-window.ts'
import { useEffect, useMemo, useState } from 'react'
import { isVisible, onPresenceChange } from '../device/platform.ts'
import { serverNow } from '../http/server-clock.ts'

/** The order of the list is looked at again this often, in milliseconds. */
const REORDER_MS = 10_000

/**
 * The server's time as the list sees it: told again every ten seconds while looked at, at the very moment a vote closes, and when an
 * answer came in (`answeredAt`, this device's milliseconds), for the first answer may be the first to tell that the phone is wrong.
 */
export function useListNow(matches: readonly HomeFixture[], answeredAt: number): Date {
  const [tickedAt, setTickedAt] = useState(() => Date.now())
  const now = useMemo(() => serverNow(Math.max(tickedAt, answeredAt)), [tickedAt, answeredAt])
  const wait = useMemo(() => Math.min(REORDER_MS, untilNextClosing(matches, now)), [matches, now])
  useEffect(() => {
    const tick = () => setTickedAt(Date.now())
    const due = now.getTime() + wait
    const timer = isVisible() ? setTimeout(tick, Math.max(0, due - serverNow().getTime())) : undefined
    const stop = onPresenceChange(tick)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [now, wait])
  return now
}

/** Milliseconds until the first vote closes, without end when none is about to. */
function untilNextClosing(matches: readonly HomeFixture[], now: Date): number {
  const waits = matches.map((match) => (voteWindow(match).closes_at?.getTime() ?? 0) - now.getTime())
  return waits.reduce((least, wait) => (wait > 0 && wait < least ? wait : least), Number.POSITIVE_INFINITY)
}
