import { useCallback, useState } from 'react'

/** The next rows are drawn this long before the end comes into view. */
const MARGIN = '800px'

/**
 * Draws a long list by and by: gives how many rows to draw now, and a ref for an element after the last one that asks for more.
 * `reset` names what is listed: another name starts again.
 */
export function useGrowing(total: number, step: number, reset: string): [number, (end: Element | null) => void] {
  const [grown, setGrown] = useState({ reset, rows: step })
  const rows = grown.reset === reset ? grown.rows : step
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
