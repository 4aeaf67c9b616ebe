import { serve } from '@tribune/server/processes/server.ts'
import { ShiftedClock } from '@tribune/server/testing/clock.ts'
import { AHEAD_MS, type ClockMessage } from './clock.ts'

/** One of several servers of the journeys, on their clock. */
const clock = new ShiftedClock()
clock.advance(Number(process.env[AHEAD_MS]))
process.on('message', ({ aheadMs }: ClockMessage) => {
  if (aheadMs === undefined) return
  clock.offsetMs = aheadMs
  process.send?.({ aheadMs })
})
await serve(clock)
