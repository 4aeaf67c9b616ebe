import { DAY_MS, MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { addDays, weekday } from '@tribune/french/format/days.ts'
import { HOME_WINDOW_MINUTES } from '@tribune/protocol/read-limits.ts'

const WEEK = 7
/** Days of the home list before today, and after it. */
const WINDOW_DAYS = Math.floor((HOME_WINDOW_MINUTES * MINUTE_MS) / DAY_MS)

/** Returns the weeks that cover the window of the home list around `today`, Monday first. Days outside of the window are null. */
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
