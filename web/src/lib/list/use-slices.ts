import { startTransition, useEffect, useState } from 'react'

/** How many rows of a long list to draw now: a slice, and one more with each drawing, so that a tap is answered between two of them. */
export function useSlices(total: number, slice: number): number {
  const [rows, setRows] = useState(slice)
  useEffect(() => {
    if (rows < total) startTransition(() => setRows(rows + slice))
  }, [rows, total, slice])
  return Math.min(rows, total)
}
