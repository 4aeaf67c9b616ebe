import { useQueryClient } from '@tanstack/react-query'
import { filling as words } from '@tribune/french/sentences/app.ts'
import { useEffect } from 'react'
import { useBackfilling } from '../lib/state/filling.ts'

const LOOK_EVERY_MS = 5_000

/** Says that older matches are still being backfilled, on screens that add them up. Reads the screen again regularly until the backfill ends. */
export function FillingLine() {
  const filling = useBackfilling()
  const cache = useQueryClient()
  useEffect(() => {
    if (!filling) return
    const timer = setInterval(() => cache.invalidateQueries(), LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [filling, cache])
  return <div role="status">{filling && <FillingWords />}</div>
}

export const FillingWords = () => <p className="gutter py-1 text-center text-sm text-quiet">{words}</p>
