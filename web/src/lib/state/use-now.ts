import { useEffect, useState } from 'react'
import { isVisible, onPresenceChange } from '../device/platform.ts'
import { serverNow } from '../http/server-clock.ts'

/** The server's time, told again every `periodMs` while the page is looked at; `null` stops the ticking. */
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
