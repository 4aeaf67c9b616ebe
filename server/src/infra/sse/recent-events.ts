/** Limits of the stored events: their number, and their age in milliseconds. */
const MAX_EVENTS = 1_000
const MAX_AGE_MS = 15 * 60_000
/** More than the clocks of servers and phones differ, in milliseconds. Sending an event twice does no harm. */
const CLOCK_TOLERANCE_MS = 30_000

/** The newest event about one thing. */
export interface RecentEvent {
  readonly at: number
  readonly bytes: Buffer
  /** `null` for an event that goes to everybody. */
  readonly matchId: number | null
  /** Of interest to the home list too. */
  readonly home: boolean
}

/** Recent events, for listeners that reconnect. Each event has the whole state of its match, so the newest per match suffices. */
export class RecentEvents {
  /** In sending order. */
  readonly #events = new Map<string, RecentEvent>()
  /** No event since this time is missing. */
  #since: number

  constructor(now: number) {
    this.#since = now
  }

  add(key: string, event: RecentEvent): void {
    this.#events.delete(key)
    this.#events.set(key, event)
    for (const [oldKey, old] of this.#events) {
      if (this.#events.size <= MAX_EVENTS && old.at >= event.at - MAX_AGE_MS) break
      this.#events.delete(oldKey)
      this.#since = Math.max(this.#since, old.at + 1)
    }
  }

  /** Drops all events, because those before `now` are obsolete or incomplete. */
  clear(now: number): void {
    this.#events.clear()
    this.#since = now
  }

  /** Returns the events since a listener was up to date, or `null` if that is too long ago. */
  after(known: number): readonly RecentEvent[] | null {
    const from = known - CLOCK_TOLERANCE_MS
    if (from < this.#since) return null
    return [...this.#events.values()].filter((event) => event.at >= from)
  }
}
