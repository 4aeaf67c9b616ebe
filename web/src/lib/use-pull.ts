import { PULL_RESISTANCE, PULL_THRESHOLD_PX } from '@tribune/domain/refresh.ts'
import { useEffect, useEffectEvent, useState } from 'react'

/** How far the page follows at most, so that a long pull does not tear it off. */
const FARTHEST_PX = PULL_THRESHOLD_PX * 1.5

/**
 * Pull to refresh: from the top of the page, the page follows half of the finger's way, and letting go beyond 80 px reloads.
 * Gives how far it is pulled now, in pixels; 0 at rest.
 */
export function usePull(refresh: () => void): number {
  const [pulled, setPulled] = useState(0)
  const release = useEffectEvent((distance: number) => {
    setPulled(0)
    if (distance >= PULL_THRESHOLD_PX) refresh()
  })
  useEffect(() => {
    let startY: number | null = null
    let distance = 0
    const start = (event: TouchEvent) => {
      startY = window.scrollY <= 0 && event.touches.length === 1 ? (event.touches[0]?.clientY ?? null) : null
      distance = 0
    }
    const move = (event: TouchEvent) => {
      if (startY === null) return
      const way = (event.touches[0]?.clientY ?? startY) - startY
      distance = Math.min(FARTHEST_PX, Math.max(0, way * PULL_RESISTANCE))
      if (distance > 0 && event.cancelable) event.preventDefault()
      setPulled(distance)
    }
    const end = () => {
      if (startY !== null) release(distance)
      startY = null
    }
    const stop = new AbortController()
    window.addEventListener('touchstart', start, { passive: true, signal: stop.signal })
    window.addEventListener('touchmove', move, { passive: false, signal: stop.signal })
    window.addEventListener('touchend', end, { signal: stop.signal })
    window.addEventListener('touchcancel', end, { signal: stop.signal })
    return () => stop.abort()
  }, [])
  return pulled
}
