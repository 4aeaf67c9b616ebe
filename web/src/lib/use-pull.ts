import { PULL_RESISTANCE, PULL_THRESHOLD_PX } from '@tribune/domain/refresh.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { haptic } from './platform.ts'

/** How far the page follows at most, so that a long pull does not tear it off. */
const FARTHEST_PX = PULL_THRESHOLD_PX * 1.5

/**
 * Pull to refresh: from the top of the page, the page follows half of the finger's way, and letting go beyond 80 px reloads; a touch
 * of vibration tells that it would. Gives how far it is pulled now, in pixels; 0 at rest.
 */
export function usePull(refresh: () => void): number {
  const [pulled, setPulled] = useState(0)
  const follow = useEffectEvent((distance: number) => {
    if (distance >= PULL_THRESHOLD_PX && pulled < PULL_THRESHOLD_PX) haptic('light')
    setPulled(distance)
  })
  const release = useEffectEvent((distance: number) => {
    setPulled(0)
    if (distance >= PULL_THRESHOLD_PX) refresh()
  })
  useEffect(() => {
    const stop = new AbortController()
    const start = (event: TouchEvent) => {
      const [finger] = event.touches
      if (finger === undefined || event.touches.length > 1 || window.scrollY > 0 || isInWindow(event.target)) return
      followFinger(finger.clientY, stop.signal, follow, release)
    }
    window.addEventListener('touchstart', start, { passive: true, signal: stop.signal })
    return () => stop.abort()
  }, [])
  return pulled
}

/** Only while a finger that came down at the top is there: a page that listens to every move scrolls badly. */
function followFinger(
  startY: number,
  stopped: AbortSignal,
  follow: (distance: number) => void,
  release: (distance: number) => void,
): void {
  const lifted = new AbortController()
  const signal = AbortSignal.any([stopped, lifted.signal])
  let distance = 0
  const move = (event: TouchEvent) => {
    const way = (event.touches[0]?.clientY ?? startY) - startY
    distance = Math.min(FARTHEST_PX, Math.max(0, way * PULL_RESISTANCE))
    if (distance > 0 && event.cancelable) event.preventDefault()
    follow(distance)
  }
  const end = () => {
    lifted.abort()
    release(distance)
  }
  const cancel = () => {
    lifted.abort()
    release(0)
  }
  window.addEventListener('touchmove', move, { passive: false, signal })
  window.addEventListener('touchend', end, { signal })
  window.addEventListener('touchcancel', cancel, { signal })
}

/** A window over the page scrolls for itself. */
function isInWindow(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role="dialog"]') !== null
}
