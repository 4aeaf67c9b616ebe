import type { Clock } from '../kernel/clock.ts'

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
