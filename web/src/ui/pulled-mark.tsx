import { useEffect, useEffectEvent, useState } from 'react'
import { haptic } from '../lib/device/platform.ts'
import { PULL_RESISTANCE, PULL_THRESHOLD_PX } from '../lib/limits.ts'
import { Mark } from './mark.tsx'

/** Farthest that the page follows a long pull. */
const MAX_PULL_PX = PULL_THRESHOLD_PX * 1.5

/** Horizontal movement beyond this is a swipe, not the tremble of a finger. */
const SIDEWAYS_PX = 8

export interface PulledMarkProps {
  readonly onRefresh: () => void
  readonly busy: boolean
}

/** Distance of the waiting mark from the top edge, in pixels. */
const WAITING_PX = 24

/** The mark that follows the finger down, lights a row at each third of the distance, and breathes until the answer arrives. */
export function PulledMark({ onRefresh, busy }: PulledMarkProps) {
  return <PulledShape pulled={usePull(onRefresh)} busy={busy} />
}

interface PulledShapeProps {
  /** How far the page is pulled, in pixels. */
  readonly pulled: number
  readonly busy: boolean
}

/** The mark, drawn from how far it has come. */
export function PulledShape({ pulled, busy }: PulledShapeProps) {
  if (pulled === 0 && !busy) return null
  const lit = ([0, 1, 2, 3] as const)[Math.min(3, Math.floor((3 * pulled) / PULL_THRESHOLD_PX))] ?? 0
  return (
    <div
      aria-hidden="true"
      data-pull={busy ? 'busy' : lit}
      className="pointer-events-none fixed inset-x-0 top-[calc(var(--notch)-44px)] z-30 flex justify-center"
      style={{ transform: `translateY(${busy ? WAITING_PX + 44 : pulled + 20}px)` }}
    >
      <span
        className={`rounded-full border p-2 ${lit === 3 || busy ? 'border-edge bg-raised' : 'border-line bg-surface'}`}
      >
        <Mark size={28} lit={busy ? 3 : lit} waiting={busy} />
      </span>
    </div>
  )
}

/**
 * Pull to refresh from the top of the page: the page follows half of the finger's movement, and releasing it beyond 80 px reloads. A short vibration
 * signals that point. Returns how far the page is pulled, in pixels, 0 at rest.
 */
function usePull(refresh: () => void): number {
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
 * Listens to moves only while a finger that started at the top is down: a page that listens to all moves scrolls badly. A second finger or a horizontal
 * start ends the pull.
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
    distance = Math.min(MAX_PULL_PX, Math.max(0, down * PULL_RESISTANCE))
    if (distance > 0 && event.cancelable) event.preventDefault()
    follow(distance)
  }
  stopped.addEventListener('abort', () => lifted.abort(), { signal })
  window.addEventListener('touchmove', move, { passive: false, signal })
  window.addEventListener('touchend', () => end(distance), { signal })
  window.addEventListener('touchcancel', () => end(0), { signal })
}

/** Returns whether the touch belongs to a dialog, or to a scrolled list within the page. */
function isScrolledWithin(target: EventTarget | null): boolean {
  for (let part = target instanceof Element ? target : null; part !== null; part = part.parentElement) {
    if (part.getAttribute('role') === 'dialog' || (part.scrollTop > 0 && part !== document.documentElement)) return true
  }
  return false
}
