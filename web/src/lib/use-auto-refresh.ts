import { type RefreshedScreen, refreshInterval } from '@tribune/domain/refresh.ts'
import { useEffect, useEffectEvent } from 'react'
import { connectionType, isOnline, isVisible, onPresenceChange } from './platform.ts'

/**
 * Reloads a screen at the pace of spec section 4, only while online and looked at. A screen that was hidden or offline for longer than
 * its pace is reloaded as soon as it is back. Failures are the query's own business; nothing is shown for them.
 */
export function useAutoRefresh(screen: RefreshedScreen, refresh: () => void): void {
  const run = useEffectEvent(refresh)
  useEffect(() => {
    let last = Date.now()
    let timer: ReturnType<typeof setTimeout> | undefined
    const schedule = () => {
      clearTimeout(timer)
      if (!isOnline() || !isVisible()) return
      timer = setTimeout(fire, Math.max(0, last + refreshInterval(screen, connectionType()) - Date.now()))
    }
    const fire = () => {
      last = Date.now()
      run()
      schedule()
    }
    schedule()
    const stop = onPresenceChange(schedule)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [screen])
}
