import { type MouseEvent, useCallback, useRef } from 'react'

/** Two taps of one finger, nearer to each other than this in time (milliseconds) and place (pixels), are meant for one row. */
const TOGETHER_MS = 400
const TOGETHER_PX = 16

interface Tap {
  readonly at: number
  readonly x: number
  readonly y: number
  readonly row: Element | null
}

/**
 * A picked player leaves for the head of the list, and his neighbour comes under the finger: the second tap of a double one is not for
 * him. Gives what a list listens to its clicks with, while they are captured.
 */
export function useOneTap(): (event: MouseEvent<HTMLElement>) => void {
  const last = useRef<Tap | null>(null)
  return useCallback((event) => {
    // A key has no place.
    if (event.detail === 0) return
    const row = event.target instanceof Element ? event.target.closest('li') : null
    const tap = { at: event.timeStamp, x: event.clientX, y: event.clientY, row }
    const before = last.current
    last.current = tap
    if (before !== null && before.row !== row && isTogether(before, tap)) event.stopPropagation()
  }, [])
}

function isTogether(one: Tap, other: Tap): boolean {
  return other.at - one.at < TOGETHER_MS && Math.hypot(other.x - one.x, other.y - one.y) < TOGETHER_PX
}
