import { setTimeout as pause } from 'node:timers/promises'

const DELAY_MS = 500
const MAX_DELAYED = 5_000

/** Delays refusals, so that callers who retry at once do not keep the server busy with refusing. Beyond a number of callers none is delayed. */
export class RefusalDelay {
  #delayed = 0
  readonly #ms: number

  constructor(ms: number = DELAY_MS) {
    this.#ms = ms
  }

  async wait(): Promise<void> {
    if (this.#delayed >= MAX_DELAYED) return
    this.#delayed += 1
    await pause(this.#ms, undefined, { ref: false })
    this.#delayed -= 1
  }
}
