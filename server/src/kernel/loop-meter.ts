import { performance } from 'node:perf_hooks'

/** Reads the event loop's meters, in ms. */
export interface LoopMeter {
  readonly now: () => number
  /** Time that the event loop has been busy so far. */
  readonly busy: () => number
}

export const LOOP_METER: LoopMeter = {
  now: () => performance.now(),
  busy: () => performance.eventLoopUtilization().active,
}
