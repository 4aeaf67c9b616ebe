import { LRUCache } from 'lru-cache'

/** Requests in a row without an answer after which a service counts as silent. */
const SILENT_AFTER = 8
/** Time for which a silent service is left alone, in milliseconds; then one request asks whether it is back. */
const LEFT_ALONE_MS = 30_000
/** Most services that are remembered: fans name theirs. */
const MAX_SERVICES = 1_000

interface Silence {
  readonly requests: number
  readonly askAgainAt: number
}

/** Remembers which services do not answer, so that the messages of others do not wait behind theirs. */
export class Silences {
  readonly #known = new LRUCache<string, Silence>({ max: MAX_SERVICES })
  readonly #now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Whether a service may be asked now. The first to ask a silent one after its time is the only one until it has answered. */
  mayAsk(origin: string): boolean {
    const known = this.#known.get(origin)
    if (known === undefined || known.requests < SILENT_AFTER) return true
    if (this.#now() < known.askAgainAt) return false
    this.#remember(origin, known.requests)
    return true
  }

  unanswered(origin: string): void {
    this.#remember(origin, (this.#known.get(origin)?.requests ?? 0) + 1)
  }

  answered(origin: string): void {
    this.#known.delete(origin)
  }

  #remember(origin: string, requests: number): void {
    this.#known.set(origin, { requests, askAgainAt: this.#now() + LEFT_ALONE_MS })
  }
}
