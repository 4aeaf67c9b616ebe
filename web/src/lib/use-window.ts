import { type RefObject, useEffect, useRef, useState } from 'react'

/** Rows drawn beyond each edge of the screen. */
const SPARE_ROWS = 6

/** Which rows of a long list of equal rows to draw: from `first` up to, not including, `end`. */
interface RowWindow {
  readonly first: number
  readonly end: number
}

/** The rows that a screen `height` pixels high sees of a list that begins `above` pixels over its top edge. */
export function rowWindow(total: number, rowHeight: number, above: number, height: number): RowWindow {
  const first = Math.floor(above / rowHeight) - SPARE_ROWS
  const end = Math.ceil((above + height) / rowHeight) + SPARE_ROWS
  return { first: Math.min(Math.max(0, first), total), end: Math.min(Math.max(0, end), total) }
}

/** Follows the page's scroll; ten thousand rows cost what fits on the screen. `rowRem` is the height of a row in rem, gap included. */
export function useRowWindow(
  total: number,
  rowRem: number,
): RowWindow & { ref: RefObject<HTMLOListElement | null>; rowPx: number } {
  const ref = useRef<HTMLOListElement>(null)
  const rowPx = rowRem * rootFontSize()
  const [seen, setSeen] = useState({ above: 0, height: window.innerHeight })
  useEffect(() => {
    const look = () => {
      const above = -(ref.current?.getBoundingClientRect().top ?? 0)
      const step = Math.floor(above / rowPx) * rowPx
      setSeen((old) =>
        old.above === step && old.height === window.innerHeight ? old : { above: step, height: window.innerHeight },
      )
    }
    look()
    window.addEventListener('scroll', look, { passive: true })
    window.addEventListener('resize', look)
    return () => {
      window.removeEventListener('scroll', look)
      window.removeEventListener('resize', look)
    }
  }, [rowPx])
  return { ref, rowPx, ...rowWindow(total, rowPx, seen.above, seen.height + rowPx) }
}

function rootFontSize(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
}
