import { isSlowConnection } from '@tribune/protocol/live.ts'
import { RANKING_FIRST_PAGE } from '@tribune/protocol/read-limits.ts'
import { useCallback, useEffect, useEffectEvent } from 'react'
import { connectionType, isOnline, isVisible, savesData } from '../../../lib/device/platform.ts'
import { RANKING_AUTOLOAD_DELAY_MS, RANKING_MARGIN_PX } from '../../../lib/limits.ts'

interface Autoload {
  readonly loaded: number
  /** There is a next page, and nothing is being read. */
  readonly ready: boolean
  readonly loadNext: () => void
}

/**
 * The pages that follow (spec section 9): at once when the end is within 200 px, and otherwise 800 ms after the last one, until the end,
 * as long as the list is looked at. On a slow or spared connection only what is scrolled to is read. Gives a ref for the end.
 */
export function useAutoload({ loaded, ready, loadNext }: Autoload): (end: Element | null) => void {
  const load = useEffectEvent(loadNext)
  useEffect(() => {
    if (!ready || loaded < RANKING_FIRST_PAGE) return
    const timer = setInterval(() => {
      if (isVisible() && isOnline() && !savesData() && !isSlowConnection(connectionType())) load()
    }, RANKING_AUTOLOAD_DELAY_MS)
    return () => clearInterval(timer)
  }, [ready, loaded])

  return useCallback(
    (end: Element | null) => {
      if (end === null || !ready) return
      const observer = new IntersectionObserver(
        (entries) => {
          if (entries.some((entry) => entry.isIntersecting)) loadNext()
        },
        { rootMargin: `${RANKING_MARGIN_PX}px` },
      )
      observer.observe(end)
      return () => observer.disconnect()
    },
    [ready, loadNext],
  )
}
