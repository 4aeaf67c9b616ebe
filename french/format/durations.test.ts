import { expect, test } from 'vitest'
import { duration, runTime } from './durations.ts'

test.each([
  [0, '0 ms', '0 s'],
  [1_250, '1\u202f250 ms', '1 s'],
  [59_400, '59\u202f400 ms', '59 s'],
  [60_000, '1 min 0 s', '1 min 0 s'],
  [125_400, '2 min 5 s', '2 min 5 s'],
  [3_599_600, '1 h 00 min', '1 h 00 min'],
  [3_900_000, '1 h 05 min', '1 h 05 min'],
])('%i ms are « %s » of a run, and « %s » of anything else', (ms, run, other) => {
  expect([runTime(ms), duration(ms)].map((text) => text.replaceAll('\u00a0', ' '))).toEqual([run, other])
})
