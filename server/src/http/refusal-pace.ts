import type { ErrorCode } from '@tribune/contract/errors.ts'
import type { LoopMeter } from '../kernel/loop-meter.ts'
import { RefusalDelay } from '../kernel/refusal-delay.ts'

/** Refusals that none of our screens causes, and that cost their callers nothing. */
const CARELESS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'invalid_request',
  'not_found',
  'method_not_allowed',
  'unsupported_media',
  'body_too_large',
  'foreign_origin',
])
const BUSY_FROM = 0.5
const WINDOW_MS = 200

/** Delays careless callers while the event loop is busy, so that a flood of refused calls leaves it to others (docs/decisions/025). */
export class RefusalPace {
  readonly #meter: LoopMeter
  readonly #delay = new RefusalDelay()
  #at: number
  #busy: number
  #isBusy = false

  constructor(meter: LoopMeter) {
    this.#meter = meter
    this.#at = meter.now()
    this.#busy = meter.busy()
  }

  async wait(code: ErrorCode): Promise<void> {
    if (CARELESS.has(code) && this.#isLoopBusy()) await this.#delay.wait()
  }

  /** Whether the event loop was busy for half of the last window. */
  #isLoopBusy(): boolean {
    const [at, busy] = [this.#meter.now(), this.#meter.busy()]
    if (at - this.#at < WINDOW_MS) return this.#isBusy
    this.#isBusy = busy - this.#busy > (at - this.#at) * BUSY_FROM
    this.#at = at
    this.#busy = busy
    return this.#isBusy
  }
}
