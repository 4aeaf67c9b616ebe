/** Kept that many at most, and that long, in milliseconds. */
const KEPT = 1_000
const KEPT_MS = 15 * 60_000
/** Clocks of several servers, and a phone's guess of them, differ by less, in milliseconds. Telling twice does no harm. */
const DOUBT_MS = 30_000

/** The newest event about one thing. */
export interface Kept {
  readonly at: number
  readonly bytes: Buffer
  /** `null`: everybody is told. */
  readonly matchId: number | null
  /** Of interest to the home list too. */
  readonly home: boolean
}

/** What was told lately. An event tells all there is to know of its match, so that the newest of each is enough. */
export class Memory {
  /** In the order of telling. */
  readonly #kept = new Map<string, Kept>()
  /** Nothing told since then is missing. */
  #since: number

  constructor(now: number) {
    this.#since = now
  }

  keep(key: string, event: Kept): void {
    this.#kept.delete(key)
    this.#kept.set(key, event)
    for (const [oldKey, old] of this.#kept) {
      if (this.#kept.size <= KEPT && old.at >= event.at - KEPT_MS) break
      this.#kept.delete(oldKey)
      this.#since = Math.max(this.#since, old.at + 1)
    }
  }

  /** What was told before `now` no longer holds, or was never heard. */
  forget(now: number): void {
    this.#kept.clear()
    this.#since = now
  }

  /** Events told since a listener knew everything; `null` when that is longer ago than this goes back. */
  after(known: number): readonly Kept[] | null {
    const from = known - DOUBT_MS
    if (from < this.#since) return null
    return [...this.#kept.values()].filter((event) => event.at >= from)
  }
}
