import { useEffect, useState } from 'react'

/** Returns how many rows of a long list to render now: `first`, then a slice more in each task, so that taps are handled in between. */
export function useSlices(total: number, first: number, slice = first): number {
  const [rows, setRows] = useState(first)
  useEffect(() => {
    if (rows >= total) return
    const timer = setTimeout(() => setRows(rows + slice))
    return () => clearTimeout(timer)
  }, [rows, total, slice])
  return Math.min(rows, total)
}
