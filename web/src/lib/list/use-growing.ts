import { startTransition, useCallback, useEffect, useState } from 'react'

/** The next rows are drawn this long before the end comes into view. */
const MARGIN = '800px'
/** Visits whose length is remembered. */
const MOST_VISITS = 20

const grownLists = new Map<string, Grown>()

interface Grown {
  readonly reset: string
  readonly rows: number
}

/** Rows of a list's first drawing: what is in sight. */
const FIRST_ROWS = 6
/** Rows of its second, wherever its end is then: a short list is all there. */
const SECOND_ROWS = 10

/**
 * Draws a long list by and by: gives how many rows to draw now, and a ref for an element after the last one that asks for more.
 * `reset` names what is listed: another name starts again. A fan who comes back to a `visit` finds the list as long as they left it,
 * and their place in it.
 */
export function useGrowing(
  total: number,
  step: number,
  reset: string,
  visit: string,
): [number, (end: Element | null) => void] {
  const [grown, setGrown] = useState<Grown>(() => grownLists.get(visit) ?? { reset, rows: FIRST_ROWS })
  const rows = grown.reset === reset ? grown.rows : FIRST_ROWS
  useEffect(() => remember(visit, { reset, rows }), [visit, reset, rows])
  useEffect(() => {
    if (rows < Math.min(SECOND_ROWS, total)) startTransition(() => setGrown({ reset, rows: SECOND_ROWS }))
  }, [rows, total, reset])
  const end = useCallback(
    (element: Element | null) => {
      if (element === null) return
      const observer = new IntersectionObserver(
        (entries) => {
          if (!entries.some((entry) => entry.isIntersecting)) return
          startTransition(() => setGrown({ reset, rows: rows + step }))
        },
        { rootMargin: MARGIN },
      )
      observer.observe(element)
      return () => observer.disconnect()
    },
    [reset, rows, step],
  )
  return [Math.min(rows, total), end]
}

function remember(visit: string, grown: Grown): void {
  grownLists.delete(visit)
  grownLists.set(visit, grown)
  const [oldest] = grownLists.keys()
  if (grownLists.size > MOST_VISITS && oldest !== undefined) grownLists.delete(oldest)
}
