import { KEPT_SINCE_HEADER, keepingOf } from '@tribune/domain/offline.ts'
import { useSyncExternalStore } from 'react'

/** How old what was read last is. */
export interface News {
  /** When the server said it, in milliseconds of this device; null before the first answer. */
  readonly since: number | null
  /** It stands in for an answer that did not come. */
  readonly kept: boolean
}

let news: News = { since: null, kept: false }
const listeners = new Set<() => void>()

/** Takes note of an answer: from the server just now, or kept by the service worker since its header's moment. */
export function noteNews(path: string, headers: Headers, now = Date.now()): void {
  if (keepingOf(path) !== 'read') return
  const since = Number(headers.get(KEPT_SINCE_HEADER) ?? Number.NaN)
  const kept = Number.isFinite(since)
  news = { since: kept ? since : now, kept }
  for (const listener of listeners) listener()
}

/** The state of the last read that everybody may see. */
export function readNews(): News {
  return news
}

export function useNews(): News {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, readNews)
}
