import type { HomeFixture } from '@tribune/contract/matches.ts'
import { voteWindow } from '@tribune/domain/ballots/voting-window.ts'
import { useEffect, useMemo, useState } from 'react'
import { isVisible, onPresenceChange } from '../../lib/device/platform.ts'
import { serverNow } from '../../lib/http/server-clock.ts'

/** How often the list is sorted again, in milliseconds. */
const REORDER_MS = 10_000

/**
 * Returns the server's time for a list. Updates every ten seconds while the page is in the foreground, at the moment a vote closes, and when an answer
 * arrives (`answeredAt`, milliseconds of this device), because the first answer may reveal that the phone's clock is wrong.
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

/** Returns the milliseconds until the next vote closes, `Infinity` if none will. */
function untilNextClosing(matches: readonly HomeFixture[], now: Date): number {
  const waits = matches.map((match) => (voteWindow(match).closes_at?.getTime() ?? 0) - now.getTime())
  return waits.reduce((least, wait) => (wait > 0 && wait < least ? wait : least), Number.POSITIVE_INFINITY)
}
