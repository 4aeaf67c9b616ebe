import type { LoopMeter } from '../kernel/loop-meter.ts'

/** Meters of an event loop that is never busy: tests make many reads at once, and none of them may wait for another's. */
export const IDLE: LoopMeter = { now: () => performance.now(), busy: () => 0 }
