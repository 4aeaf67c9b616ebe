import { expect, test } from 'vitest'
import { RetryPauses } from './retry-pauses.ts'

let at = 0
const clock = { now: () => new Date(at) }

/** Lets an item fail at each try, and returns the seconds between its tries. */
function pausesOf(pauses: RetryPauses, id: number, tries: number): number[] {
  return Array.from({ length: tries }, () => {
    const start = at
    pauses.failed(id)
    while (pauses.paused().includes(id)) at += 1_000
    return (at - start) / 1_000
  })
}

test('each failure doubles the pause, to five minutes at most', () => {
  expect(pausesOf(new RetryPauses(clock), 1, 9)).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300])
})

test('a success ends the pauses of that item alone', () => {
  const pauses = new RetryPauses(clock)
  for (const id of [1, 1, 2]) pauses.failed(id)
  pauses.succeeded(1)
  expect(pauses.paused()).toEqual([2])
  expect(pausesOf(pauses, 1, 1)).toEqual([5])
})

test('a thousand failing items are remembered, and no more', () => {
  const pauses = new RetryPauses(clock)
  for (let id = 1; id <= 1_001; id += 1) pauses.failed(id)
  expect(pauses.paused()).toHaveLength(1_000)
  expect(pauses.paused()).not.toContain(1)
})
