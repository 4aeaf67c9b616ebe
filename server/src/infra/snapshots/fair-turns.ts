import { Refusal } from '../../kernel/refusal.ts'
import type { WorkShare } from './work-share.ts'

/** Longest wait for a turn, in ms: a screen has given up by then. */
const PATIENCE_MS = 8_000

interface Waiting {
  readonly address: string
  readonly since: number
  readonly isWanted: () => boolean
  readonly enter: () => void
  readonly refuse: () => void
}

interface TurnsSettings {
  /** Maximum number of pieces of work at a time. */
  readonly width: number
  readonly maxWaiting: number
  /** Shared by all turns of a server. */
  readonly share: WorkShare
  /** Share of its budget that an address has used. */
  readonly spentBy: (address: string) => number
  /** In ms. */
  readonly now: () => number
}

/**
 * Runs uncached work of public callers within its share of the server, a few pieces at a time. Callers whose networks have spent least go first,
 * and those that have spent most leave a full queue first, so that a flood cannot keep others out (docs/decisions/025).
 */
export class FairTurns {
  readonly #settings: TurnsSettings
  #waiting: Waiting[] = []
  #running = 0
  #timer: NodeJS.Timeout | undefined

  constructor(settings: TurnsSettings) {
    this.#settings = settings
  }

  /** Runs `work` when it is its turn. Refuses with `busy` if others are preferred in a full queue, or if the work is no longer wanted by then. */
  async run<T>(address: string, work: () => Promise<T>, isWanted: () => boolean): Promise<T> {
    await this.#turn(address, isWanted)
    try {
      return await work()
    } finally {
      // Later, so that writing the answer counts as well.
      setImmediate(() => {
        this.#settings.share.end()
        this.#running -= 1
        this.#next()
      })
    }
  }

  #turn(address: string, isWanted: () => boolean): Promise<void> {
    const { promise, resolve: enter, reject } = Promise.withResolvers<void>()
    const refuse = () => reject(new Refusal('busy'))
    this.#waiting.push({ address, since: this.#settings.now(), isWanted, enter, refuse })
    this.#next()
    if (this.#waiting.length > this.#settings.maxWaiting) this.#take((spent, most) => spent >= most)?.refuse()
    return promise
  }

  #next(): void {
    clearTimeout(this.#timer)
    const { width, share } = this.#settings
    this.#refuseLate()
    while (this.#running < width && this.#waiting.length > 0) {
      const ms = share.waitMs()
      if (ms > 0) {
        this.#timer = setTimeout(() => this.#next(), ms)
        return
      }
      this.#running += 1
      share.begin()
      this.#take((spent, least) => spent < least)?.enter()
    }
  }

  /** Refuses callers who have left, or have waited too long. */
  #refuseLate(): void {
    const oldest = this.#settings.now() - PATIENCE_MS
    const isLate = ({ since, isWanted }: Waiting) => since < oldest || !isWanted()
    const late = this.#waiting.filter(isLate)
    if (late.length === 0) return
    this.#waiting = this.#waiting.filter((one) => !late.includes(one))
    for (const { refuse } of late) refuse()
  }

  /** Removes the waiting caller that is preferred to all others by what they have spent. */
  #take(isPreferred: (spent: number, best: number) => boolean): Waiting | undefined {
    let [at, best] = [0, this.#spentBy(0)]
    for (let index = 1; index < this.#waiting.length; index += 1) {
      const spent = this.#spentBy(index)
      if (isPreferred(spent, best)) [at, best] = [index, spent]
    }
    return this.#waiting.splice(at, 1)[0]
  }

  #spentBy(index: number): number {
    return this.#settings.spentBy(this.#waiting[index]?.address ?? '')
  }
}
