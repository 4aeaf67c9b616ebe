/** The server's clock. `offsetMs` is 0 unless a test moves the clock; the ledger adds it to the database's own time. */
export interface Clock {
  readonly offsetMs: number
  now(): Date
}

export const systemClock: Clock = { offsetMs: 0, now: () => new Date() }

/** A clock that runs with the machine's and can be moved forward. For tests only. */
export class ShiftedClock implements Clock {
  offsetMs = 0

  now(): Date {
    return new Date(Date.now() + this.offsetMs)
  }

  advance(ms: number): void {
    this.offsetMs += ms
  }
}
