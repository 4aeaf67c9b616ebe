import { expect } from 'vitest'
import { type RecordingWindow, record, sumOf } from '../../shared/shifts.ts'

/** Records unexpected layout shifts from now on. Returns a function that fails, naming what moved, if they add up to more than `most`. */
export function watchShifts(): (most?: number) => void {
  record(false)
  const { readShifts } = window as unknown as RecordingWindow
  return (most = 0) => {
    const { score, told } = sumOf(readShifts())
    expect(score, told).toBeLessThanOrEqual(most)
  }
}
