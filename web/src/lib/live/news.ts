import { createAtom, useSelector } from '@tanstack/react-store'
import { KEPT_SINCE_HEADER, keepingOf } from '@tribune/domain/offline.ts'

/** How old what was read last is. */
export interface News {
  /** When the server said it, in milliseconds of this device; null before the first answer. */
  readonly since: number | null
  /** It stands in for an answer that did not come. */
  readonly kept: boolean
}

const news = createAtom<News>({ since: null, kept: false })
/** Moments of the kept answers that the screen shows, by address. */
const kept = new Map<string, number>()

/** Takes note of an answer: from the server just now, or kept by the service worker since its header's moment. */
export function noteNews(path: string, headers: Headers, now = Date.now()): void {
  if (keepingOf(path) !== 'read') return
  const since = Number(headers.get(KEPT_SINCE_HEADER) ?? Number.NaN)
  if (Number.isFinite(since)) kept.set(path, since)
  else kept.delete(path)
  tell(now)
}

/** Another screen is shown: what the last one showed is no longer in sight. */
export function forgetKeptNews(now = Date.now()): void {
  if (kept.size === 0) return
  kept.clear()
  tell(now)
}

/** A screen is as old as the oldest of its answers. */
function tell(now: number): void {
  news.set({ since: kept.size === 0 ? now : Math.min(...kept.values()), kept: kept.size > 0 })
}

/** The state of the reads that everybody may see. */
export function readNews(): News {
  return news.get()
}

export function useNews(): News {
  return useSelector(news)
}
