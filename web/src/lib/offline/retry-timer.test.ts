import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RetryTimer } from './retry-timer.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A timer whose attempts all fail, and the seconds at which it made them. */
function failing() {
  const start = Date.now()
  const attempts: number[] = []
  const timer = new RetryTimer(() => {
    attempts.push((Date.now() - start) / 1_000)
    timer.plan()
  })
  return { timer, attempts }
}

test('pauses grow up to a minute while attempts fail', () => {
  const { timer, attempts } = failing()
  timer.plan()
  vi.advanceTimersByTime(255_000)
  expect(attempts).toEqual([5, 15, 35, 75, 135, 195, 255])
})

test('attempts in between start the pause again, and do not make it longer', () => {
  const { timer, attempts } = failing()
  for (let tap = 0; tap < 10; tap += 1) {
    timer.plan()
    vi.advanceTimersByTime(100)
  }
  vi.advanceTimersByTime(20_000)
  expect(attempts).toEqual([5.9, 15.9])
})

test('an attempt that succeeds makes the next pause the shortest again', () => {
  const { timer, attempts } = failing()
  timer.plan()
  vi.advanceTimersByTime(15_000)
  timer.reset()
  expect(timer.isPlanned).toBe(false)
  vi.advanceTimersByTime(60_000)
  timer.plan()
  vi.advanceTimersByTime(5_000)
  expect(attempts).toEqual([5, 15, 80])
})

test('a cancelled attempt is not made', () => {
  const { timer, attempts } = failing()
  timer.plan()
  timer.cancel()
  vi.advanceTimersByTime(60_000)
  expect(attempts).toEqual([])
})
