import { startTransition, useEffect, useState } from 'react'

/** Returns how many rows of a long list to render now: one slice more with each render, so that taps are handled in between. */
export function useSlices(total: number, slice: number): number {
  const [rows, setRows] = useState(slice)
  useEffect(() => {
    if (rows < total) startTransition(() => setRows(rows + slice))
  }, [rows, total, slice])
  return Math.min(rows, total)
}
