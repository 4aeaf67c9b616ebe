import type { Clock } from '../kernel/clock.ts'
import type { LoopMeter } from '../kernel/loop-meter.ts'

/** A clock that runs with the machine's and can be moved forward. */
export class ShiftedClock implements Clock {
  offsetMs = 0

  now(): Date {
    return new Date(Date.now() + this.offsetMs)
  }

  advance(ms: number): void {
    this.offsetMs += ms
  }
}

/** Returns the clock of a server whose machine is wrong by `ms`: unlike a clock that a test moves, the database does not follow it. */
export const wrongClock = ({ offsetMs }: Clock, ms: number): Clock => ({
  offsetMs,
  now: () => new Date(Date.now() + offsetMs + ms),
})

/** Meters of an event loop that is never busy: tests make many reads at once, and none of them may wait for another's. */
export const IDLE: LoopMeter = { now: () => performance.now(), busy: () => 0 }
