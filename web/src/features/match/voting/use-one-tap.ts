import { type MouseEvent, useCallback, useLayoutEffect, useRef } from 'react'
import { DOUBLE_TAP_MS } from '../../../lib/limits.ts'

interface Tap {
  readonly at: number
  readonly x: number
  readonly y: number
  readonly row: Element | null
}

/**
 * Ignores the second tap of a double tap on another player, because a picked player moves to the top of the list and the next one slides under the
 * finger. Returns a handler for the capture phase of the list's clicks. Call it after `useSteadyScroll`.
 */
export function useOneTap(order: readonly unknown[]): (event: MouseEvent<HTMLElement>) => void {
  const last = useRef<Tap | null>(null)
  const slid = useRef<Element | null>(null)
  const measured = useRef<Tap | null>(null)
  useLayoutEffect(() => {
    const tap = last.current
    // Once per tap, also on a phone that draws late: its second tap may wait already. Measuring again would force a layout of the list for nothing.
    if (tap === null || order.length === 0 || measured.current === tap) return
    measured.current = tap
    const row = rowOf(document.elementFromPoint(tap.x, tap.y))
    slid.current = row === tap.row ? null : row
  }, [order])
  return useCallback((event) => {
    // A click by keyboard has no coordinates.
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
