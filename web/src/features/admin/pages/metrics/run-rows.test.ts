import { describe, expect, it } from 'vitest'
import { barsOf, orderRuns, sumUpRuns } from './run-rows.ts'

const run = (id: string, minute: number, duration_ms: number, ok = true) => ({
  id,
  ok,
  duration_ms,
  created_at: new Date(Date.UTC(2026, 9, 10, 20, minute)).toISOString(),
})
const RUNS = [run('a', 3, 100), run('b', 2, 400, false), run('c', 1, 0), run('d', 4, 25, false)]
const ids = (runs: readonly { readonly id: string }[]) => runs.map(({ id }) => id).join('')

it('orders runs newest first, or failures before all others', () => {
  expect(ids(orderRuns(RUNS, false))).toBe('dabc')
  expect(ids(orderRuns(RUNS, true))).toBe('dbac')
})

describe('the bars of runs', () => {
  it('stand oldest first, the longest at full height', () => {
    expect(barsOf(RUNS).map(({ run: { id }, share }) => [id, share])).toEqual([
      ['c', 0.02],
      ['b', 1],
      ['a', 0.5],
      ['d', 0.25],
    ])
  })

  it('do not divide by zero', () => {
    expect(barsOf([])).toEqual([])
    expect(barsOf([run('x', 1, 0)])[0]?.share).toBe(0.02)
  })
})

it.each([
  [RUNS, { runs: 4, failures: 2, median: 63, longest: 400 }],
  [RUNS.slice(0, 3), { runs: 3, failures: 1, median: 100, longest: 400 }],
  [[], { runs: 0, failures: 0, median: 0, longest: 0 }],
])('sums runs up', (runs, sum) => {
  expect(sumUpRuns(runs)).toEqual(sum)
})
