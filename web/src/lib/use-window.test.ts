import { expect, test } from 'vitest'
import { rowWindow } from './use-window.ts'

const ROW = 96
const SCREEN = 844

test.each([
  ['at the top', 10_000, -300, 0],
  ['in the middle', 10_000, 480_000, 4_994],
  ['at the end', 10_000, 959_000, 9_983],
])('%s a list of ten thousand draws what is seen and a few more', (_where, total, above, first) => {
  const drawn = rowWindow(total, ROW, above, SCREEN)
  expect(drawn.first).toBe(first)
  expect(drawn.end - drawn.first).toBeLessThanOrEqual(22)
  expect(drawn.end).toBeGreaterThanOrEqual(Math.min(total, Math.ceil((above + SCREEN) / ROW)))
})

test('an empty list draws nothing', () => {
  expect(rowWindow(0, ROW, 0, SCREEN)).toEqual({ first: 0, end: 0 })
})

test('a list far above or below the screen draws nothing it has not', () => {
  expect(rowWindow(5, ROW, 100_000, SCREEN)).toEqual({ first: 5, end: 5 })
  expect(rowWindow(5, ROW, -100_000, SCREEN)).toEqual({ first: 0, end: 0 })
})
