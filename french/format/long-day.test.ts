import { expect, test } from 'vitest'
import { longDay } from './long-day.ts'

test.each([
  ['2026-07-01T12:00:00Z', '1er juillet 2026', '1 July 2026'],
  ['2026-07-11T12:00:00Z', '11 juillet 2026', '11 July 2026'],
  ['2026-11-21T12:00:00Z', '21 novembre 2026', '21 November 2026'],
])('%s is %s, and %s in English', (day, french, english) => {
  expect([longDay(day, 'fr'), longDay(day, 'en')]).toEqual([french, english])
})
