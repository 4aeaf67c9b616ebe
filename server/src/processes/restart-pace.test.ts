import { expect, test } from 'vitest'
import { RestartPace } from './fleet.ts'

test('the first death of a minute is replaced at once, the next ones after pauses that double up to half a minute', () => {
  const pace = new RestartPace()
  const pauses = [0, 1, 2, 3, 4, 5, 6, 7].map((second) => pace.pauseAfterDeath(second * 1_000))
  expect(pauses).toEqual([0, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
  expect(pace.pauseAfterDeath(66_500)).toBe(1_000)
  expect(pace.pauseAfterDeath(200_000)).toBe(0)
})
