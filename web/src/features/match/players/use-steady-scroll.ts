import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** A row whose position on screen is preserved while others move. */
interface Anchor {
  readonly row: Element
  readonly top: number
}

/**
 * Preserves the scroll position when a picked player moves to the top of the list, so that the rows under the finger stay. Does nothing while the top of
 * the list is in view or a keyboard is used: then the row's move is followed.
 *
 * @param subscribe Calls back just before the order changes.
 */
export function useSteadyScroll(
  list: RefObject<HTMLElement | null>,
  order: readonly unknown[],
  subscribe: (listener: () => void) => () => void,
): void {
  const anchor = useRef<Anchor | null>(null)
  useEffect(
    () =>
      subscribe(() => {
        anchor.current = list.current === null ? null : anchorIn(list.current)
      }),
    [subscribe, list],
  )
  useLayoutEffect(() => {
    const preserved = anchor.current
    anchor.current = null
    if (order.length === 0) return
    const focused = document.activeElement
    if (focused?.matches(':focus-visible') && list.current?.contains(focused))
      focused.scrollIntoView({ block: 'nearest' })
    else if (preserved?.row.isConnected) window.scrollBy(0, preserved.row.getBoundingClientRect().top - preserved.top)
  }, [order, list])
}

/** Returns the first row wholly in view other than the one in use; null while the top of the list is in view. */
function anchorIn(list: HTMLElement): Anchor | null {
  const edge = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0
  if (list.getBoundingClientRect().top >= edge) return null
  for (const row of list.children) {
    const { top } = row.getBoundingClientRect()
    if (top >= edge && !row.contains(document.activeElement)) return { row, top }
  }
  return null
}
