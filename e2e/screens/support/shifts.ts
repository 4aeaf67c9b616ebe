import { expect } from 'vitest'
import { type RecordingWindow, record, sumOf } from '../../shared/shifts.ts'

/** Records unexpected layout shifts from now on. Returns a function that fails, naming what moved, if they add up to more than `most` once all is drawn. */
export function watchShifts(): (most?: number) => Promise<void> {
  record(false)
  const { readShifts } = window as unknown as RecordingWindow
  return async (most = 0) => {
    for (const _frame of [1, 2]) await new Promise(requestAnimationFrame)
    const { score, report } = sumOf(readShifts())
    expect(score, report).toBeLessThanOrEqual(most)
  }
}
