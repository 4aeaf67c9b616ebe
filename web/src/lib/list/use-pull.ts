import { PULL_RESISTANCE, PULL_THRESHOLD_PX } from '@tribune/domain/refresh.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { haptic } from '../device/platform.ts'

/** How far the page follows at most, so that a long pull does not tear it off. */
const FARTHEST_PX = PULL_THRESHOLD_PX * 1.5
/** A finger that comes down trembles; farther across than this it means to go there. */
const SIDEWAYS_PX = 8

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
      if (finger === undefined || event.touches.length > 1 || window.scrollY > 0 || isScrolledWithin(event.target))
        return
      followFinger(finger, stop.signal, follow, release)
    }
    window.addEventListener('touchstart', start, { passive: true, signal: stop.signal })
    return () => stop.abort()
  }, [])
  return pulled
}

/**
 * Only while a finger that came down at the top is there: a page that listens to every move scrolls badly. A second finger, or a way
 * that begins across, means something else.
 */
function followFinger(
  start: Touch,
  stopped: AbortSignal,
  follow: (distance: number) => void,
  release: (distance: number) => void,
): void {
  const lifted = new AbortController()
  const { signal } = lifted
  let distance = 0
  const end = (reached: number) => {
    lifted.abort()
    release(reached)
  }
  const move = (event: TouchEvent) => {
    const [finger] = event.touches
    const [down, across] = [(finger?.clientY ?? 0) - start.clientY, Math.abs((finger?.clientX ?? 0) - start.clientX)]
    const isOther = event.touches.length > 1 || (distance === 0 && across > Math.max(down, SIDEWAYS_PX))
    if (finger === undefined || isOther) return end(0)
    distance = Math.min(FARTHEST_PX, Math.max(0, down * PULL_RESISTANCE))
    if (distance > 0 && event.cancelable) event.preventDefault()
    follow(distance)
  }
  stopped.addEventListener('abort', () => lifted.abort(), { signal })
  window.addEventListener('touchmove', move, { passive: false, signal })
  window.addEventListener('touchend', () => end(distance), { signal })
  window.addEventListener('touchcancel', () => end(0), { signal })
}

/** A window over the page, or a list that is scrolled down within it, takes the finger for itself. */
function isScrolledWithin(target: EventTarget | null): boolean {
  for (let part = target instanceof Element ? target : null; part !== null; part = part.parentElement) {
    if (part.getAttribute('role') === 'dialog' || (part.scrollTop > 0 && part !== document.documentElement)) return true
  }
  return false
}
