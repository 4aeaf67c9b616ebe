/** Pauses between two attempts, in milliseconds. */
const PAUSES_MS = [5_000, 10_000, 20_000, 40_000, 60_000] as const

/**
 * Plans the next attempt after one that failed. A pause that has run out makes the next one longer, up to a minute; attempts made for another reason, such
 * as a tap or a screen that opens, do not: they say nothing about how long the server has been unreachable.
 */
export class RetryTimer {
  readonly #run: () => void
  #timer: ReturnType<typeof setTimeout> | undefined
  #pauses = 0

  constructor(run: () => void) {
    this.#run = run
  }

  /** Whether an attempt is planned. */
  get isPlanned(): boolean {
    return this.#timer !== undefined
  }

  /** Plans an attempt after the next pause. */
  plan(): void {
    this.cancel()
    const pause = PAUSES_MS[Math.min(this.#pauses, PAUSES_MS.length - 1)]
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#pauses += 1
      this.#run()
    }, pause)
  }

  /** Cancels the planned attempt, if any. */
  cancel(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  /** Begins again with the shortest pause, after an attempt that succeeded. */
  reset(): void {
    this.cancel()
    this.#pauses = 0
  }
}
