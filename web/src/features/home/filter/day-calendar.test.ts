import { addDays, noonOf } from '@tribune/french/format/days.ts'
import { describe, expect, test } from 'vitest'
import { weeksAround } from './day-calendar.tsx'

describe('the weeks around a day', () => {
  test.each(['2026-03-09', '2026-03-14', '2026-03-15', '2026-12-31'])(
    'begin on Monday and hold seven days on both sides of %s',
    (today) => {
      const weeks = weeksAround(today)
      const days = weeks.flat().filter((day) => day !== null)
      expect(days).toEqual(Array.from({ length: 15 }, (_, index) => addDays(today, index - 7)))
      expect(weeks.every((week) => week.length === 7)).toBe(true)
      for (const week of weeks) {
        for (const [column, day] of week.entries()) {
          if (day !== null) expect((noonOf(day).getUTCDay() + 6) % 7).toBe(column)
        }
      }
    },
  )
})
