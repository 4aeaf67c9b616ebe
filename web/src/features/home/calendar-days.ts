import { HOME_WINDOW_MINUTES } from '@tribune/domain/refresh.ts'

/** Calendar days are told as `YYYY-MM-DD`; whole days from noon to noon in one zone never meet a change of hour. */
const DAY_MS = 86_400_000
const WEEK = 7
/** Days of the home list before today, and as many after. */
const WINDOW_DAYS = Math.floor((HOME_WINDOW_MINUTES * 60_000) / DAY_MS)

/** Noon of a day, to be formatted in UTC. */
export function noonOf(day: string): Date {
  return new Date(`${day}T12:00:00Z`)
}

export function addDays(day: string, days: number): string {
  return new Date(noonOf(day).getTime() + days * DAY_MS).toISOString().slice(0, 10)
}

/** The weeks that hold the window of the home list around `today`, Monday first; days outside of the window are null. */
export function weeksAround(today: string): (string | null)[][] {
  const before = WINDOW_DAYS + weekday(addDays(today, -WINDOW_DAYS))
  const after = WINDOW_DAYS + WEEK - 1 - weekday(addDays(today, WINDOW_DAYS))
  const weeks = (before + after + 1) / WEEK
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: WEEK }, (_, column) => {
      const offset = week * WEEK + column - before
      return Math.abs(offset) <= WINDOW_DAYS ? addDays(today, offset) : null
    }),
  )
}

/** Monday is 0. */
function weekday(day: string): number {
  return (noonOf(day).getUTCDay() + WEEK - 1) % WEEK
}
