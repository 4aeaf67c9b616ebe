import { expect, test } from 'vitest'
import { addDays } from './days.ts'

test.each([
  ['2026-03-01', -1, '2026-02-28'],
  ['2026-12-31', 1, '2027-01-01'],
  ['2026-03-29', 1, '2026-03-30'],
  ['2026-10-25', -1, '2026-10-24'],
])('%s and %i days is %s, changes of hour or not', (day, days, other) => {
  expect(addDays(day, days)).toBe(other)
})
