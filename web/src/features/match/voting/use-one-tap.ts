import { DOUBLE_TAP_MS } from '@tribune/domain/refresh.ts'
import { type MouseEvent, useCallback, useLayoutEffect, useRef } from 'react'

interface Tap {
  readonly at: number
  readonly x: number
  readonly y: number
  readonly row: Element | null
}

/**
 * A picked player leaves for the head of the list, and the next one slides under the finger: the second tap of a double one is not for
 * them. Gives what a list listens to its clicks with, while they are captured. To be called after what holds the list's scroll.
 */
export function useOneTap(order: readonly unknown[]): (event: MouseEvent<HTMLElement>) => void {
  const last = useRef<Tap | null>(null)
  const slid = useRef<Element | null>(null)
  useLayoutEffect(() => {
    const tap = last.current
    // Later nothing is meant together with it, and to look is to lay out the list.
    if (tap === null || order.length === 0 || performance.now() - tap.at > DOUBLE_TAP_MS) return
    const row = rowOf(document.elementFromPoint(tap.x, tap.y))
    slid.current = row === tap.row ? null : row
  }, [order])
  return useCallback((event) => {
    // A key has no place.
    if (event.detail === 0) return
    const tap = { at: event.timeStamp, x: event.clientX, y: event.clientY, row: rowOf(event.target) }
    const isDouble = last.current !== null && tap.at - last.current.at < DOUBLE_TAP_MS && tap.row === slid.current
    last.current = tap
    if (isDouble) event.stopPropagation()
    else slid.current = null
  }, [])
}

function rowOf(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest('li') : null
}
