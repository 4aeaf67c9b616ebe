/** The server's clock. `offsetMs` is 0 unless a test moves the clock; the ledger adds it to the database's own time. */
export interface Clock {
  readonly offsetMs: number
  now(): Date
}

export const systemClock: Clock = { offsetMs: 0, now: () => new Date() }
