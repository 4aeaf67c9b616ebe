import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** A row that stays where it is while others change places. */
interface Anchor {
  readonly row: Element
  readonly top: number
}

/**
 * A picked player goes to the head of the list: the rows under the finger must not move for it. While the head of the list is in sight,
 * or a keyboard is at work, nothing is held: then the row is followed to its new place.
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
    const held = anchor.current
    anchor.current = null
    if (order.length === 0) return
    const focused = document.activeElement
    if (focused?.matches(':focus-visible') && list.current?.contains(focused))
      focused.scrollIntoView({ block: 'nearest' })
    else if (held?.row.isConnected) window.scrollBy(0, held.row.getBoundingClientRect().top - held.top)
  }, [order, list])
}

/** The first row wholly in sight that is not the one being used; null while the head of the list is in sight. */
function anchorIn(list: HTMLElement): Anchor | null {
  const edge = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0
  if (list.getBoundingClientRect().top >= edge) return null
  for (const row of list.children) {
    const { top } = row.getBoundingClientRect()
    if (top >= edge && !row.contains(document.activeElement)) return { row, top }
  }
  return null
}
