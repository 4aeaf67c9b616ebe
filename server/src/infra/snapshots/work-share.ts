import type { LoopMeter } from '../../kernel/loop-meter.ts'

/** The share of the event loop that uncached public work may keep busy, all of it together: the rest is for votes, sign-in and ready bytes. */
const SHARE = 0.3
/** Time that may be used at once after a rest, in ms. */
const BURST_MS = 500
/** Longest time that is paid back, in ms: after one long answer, others must not wait for many seconds. */
const MAX_DEBT_MS = 600

interface ShareSettings {
  readonly meter: LoopMeter
  /** Pieces of work that may be under way on average. For a while there may be more. */
  readonly average: number
}

/**
 * Measures how long the event loop is busy while uncached work is under way, and delays the next piece until that is within its share. Other work
 * in that time counts too: when votes keep the loop busy, uncached work gets less. Work that waits for the database instead uses up the share when
 * more than the average is under way (docs/decisions/025).
 */
export class WorkShare {
  readonly #meter: LoopMeter
  readonly #average: number
  #underWay = 0
  #leftMs = BURST_MS
  #at: number
  #busy: number

  constructor({ meter, average }: ShareSettings) {
    this.#meter = meter
    this.#average = average
    this.#at = meter.now()
    this.#busy = meter.busy()
  }

  begin(): void {
    this.#settle()
    this.#underWay += 1
  }

  end(): void {
    this.#settle()
    this.#underWay -= 1
  }

  /** Returns the time until another piece may begin, in ms; 0 if it may now. */
  waitMs(): number {
    this.#settle()
    return this.#leftMs > 0 ? 0 : Math.ceil((1 - this.#leftMs) / SHARE)
  }

  #settle(): void {
    const [at, busy] = [this.#meter.now(), this.#meter.busy()]
    const earned = (at - this.#at) * SHARE
    const used = this.#underWay === 0 ? 0 : Math.max(busy - this.#busy, (earned * this.#underWay) / this.#average)
    this.#leftMs = Math.max(-MAX_DEBT_MS, Math.min(BURST_MS, this.#leftMs + earned - used))
    this.#at = at
    this.#busy = busy
  }
}
