import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { filling as words } from '../i18n/fr-filling.ts'
import { useFilling } from '../lib/live/filling.ts'

const LOOK_EVERY_MS = 5_000

/** Says that older matches are still being filled in, where they add up; meanwhile what is shown is read again. */
export function FillingLine() {
  const filling = useFilling()
  const cache = useQueryClient()
  useEffect(() => {
    if (!filling) return
    const timer = setInterval(() => cache.invalidateQueries(), LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [filling, cache])
  return <div role="status">{filling && <p className="gutter py-1 text-center text-sm text-quiet">{words}</p>}</div>
}
