import { useCallback, useEffect, useState } from 'react'

/** The next rows render this far before the end comes into view. */
const MARGIN = '800px'
/** Visits whose length is remembered. */
const MAX_VISITS = 20

const grownLists = new Map<string, Grown>()

interface Grown {
  readonly reset: string
  readonly rows: number
}

/** Rows of the first render: those in view. */
const FIRST_ROWS = 6
/** Rows of the second render, wherever the end is then: completes a short list. */
const SECOND_ROWS = 10

/**
 * Renders a long list step by step. Returns how many rows to render now, and a ref for an element after the last one, which loads more when it comes
 * into view. `reset` names what is listed: a new name starts again. A fan who comes back to a `visit` finds the list as long as they left it, and
 * their place in it.
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
    if (rows >= Math.min(SECOND_ROWS, total)) return
    const timer = setTimeout(() => setGrown({ reset, rows: SECOND_ROWS }))
    return () => clearTimeout(timer)
  }, [rows, total, reset])
  const end = useCallback(
    (element: Element | null) => {
      if (element === null) return
      const observer = new IntersectionObserver(
        (entries) => {
          if (entries.some((entry) => entry.isIntersecting)) setGrown({ reset, rows: rows + step })
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
  if (grownLists.size > MAX_VISITS && oldest !== undefined) grownLists.delete(oldest)
}
