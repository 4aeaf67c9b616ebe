import { DAY_MS } from '@tribune/domain/common/instant.ts'

export const DAY_MINUTES = 1440

/** Returns the UTC day of an instant, counted from 1970-01-01. */
export function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS)
}

/** Returns the UTC day of a date `YYYY-MM-DD`, counted from 1970-01-01. */
export function dayOfDate(date: string): number {
  return Math.floor(Date.parse(`${date}T00:00:00Z`) / DAY_MS)
}
