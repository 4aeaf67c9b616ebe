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

/** Returns the clock of a server whose machine is wrong by `ms`: unlike a clock that a test moves, the database does not follow it. */
export const wrongClock = ({ offsetMs }: Clock, ms: number): Clock => ({
  offsetMs,
  now: () => new Date(Date.now() + offsetMs + ms),
})
