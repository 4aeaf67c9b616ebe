import { createAtom, useSelector } from '@tanstack/react-store'
import { cachingOf, STORED_SINCE_HEADER } from '@tribune/protocol/offline.ts'

/** Age of the data on screen. */
export interface DataAge {
  /** When the server sent it, in milliseconds of this device; null before the first answer. */
  readonly since: number | null
  /** Whether it is a stored answer, in place of one that did not arrive. */
  readonly stale: boolean
}

const age = createAtom<DataAge>({ since: null, stale: false })
/** When the stored answers on screen were stored, by path. */
const storedAt = new Map<string, number>()

/** Records an answer: fresh from the server, or stored by the service worker at the time of its header. */
export function recordAnswerAge(path: string, headers: Headers, now = Date.now()): void {
  if (cachingOf(path) !== 'read') return
  const since = Number(headers.get(STORED_SINCE_HEADER) ?? Number.NaN)
  if (Number.isFinite(since)) storedAt.set(path, since)
  else storedAt.delete(path)
  update(now)
}

/** Forgets the stored answers of the last screen when another one is shown. */
export function forgetStoredAnswers(now = Date.now()): void {
  if (storedAt.size === 0) return
  storedAt.clear()
  update(now)
}

/** Updates the age of the screen: that of its oldest answer. */
function update(now: number): void {
  age.set({ since: storedAt.size === 0 ? now : Math.min(...storedAt.values()), stale: storedAt.size > 0 })
}

/** Returns the age of the public data on screen. */
export function dataAge(): DataAge {
  return age.get()
}

export function useDataAge(): DataAge {
  return useSelector(age)
}
