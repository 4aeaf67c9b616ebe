import { expect, test, vi } from 'vitest'
import { LogBudget } from './log-budget.ts'

test('a flood of refusals leaves a bounded number of lines, and its size is logged', () => {
  let now = 0
  const info = vi.fn()
  const budget = new LogBudget(() => now)
  const flood = (kind: string, size: number) =>
    Array.from({ length: size }, () => budget.take(kind, { info })).filter(Boolean).length
  expect(flood('not_found', 10_000)).toBe(30)
  expect(flood('vote_closed', 3)).toBe(3)
  expect(info).not.toHaveBeenCalled()
  now = 60_000
  expect(flood('not_found', 1)).toBe(1)
  expect(info).toHaveBeenCalledWith({ kind: 'not_found', lines: 9_970 }, expect.any(String))
  expect(flood('vote_closed', 1)).toBe(1)
  expect(info).toHaveBeenCalledTimes(1)
})
