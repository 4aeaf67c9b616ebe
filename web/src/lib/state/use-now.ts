import { useEffect, useState } from 'react'
import { isVisible, onPresenceChange } from '../device/platform.ts'
import { serverNow } from '../http/server-clock.ts'

/** Returns the server's time, updated every `periodMs` while the page is in the foreground; `null` stops the updates. */
export function useNow(periodMs: number | null): Date {
  const [now, setNow] = useState(() => serverNow())
  useEffect(() => {
    if (periodMs === null) return
    const tick = () => {
      if (isVisible()) setNow(serverNow())
    }
    tick()
    const timer = setInterval(tick, periodMs)
    const stop = onPresenceChange(tick)
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [periodMs])
  return now
}
