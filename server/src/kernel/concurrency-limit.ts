import { Refusal } from './refusal.ts'

interface Waiting {
  readonly isWanted: () => boolean
  readonly enter: () => void
  readonly leave: (refusal: Refusal) => void
}

/** Limits concurrency: runs a few at a time, queues some and refuses the rest, so that costly work does not slow down everything else. */
export class ConcurrencyLimit {
  readonly #max: number
  readonly #maxQueued: number
  #waiting: Waiting[] = []
  #running = 0

  constructor({ max, maxQueued }: { max: number; maxQueued: number }) {
    this.#max = max
    this.#maxQueued = maxQueued
  }

  /** Runs `work` when it is its turn. Refuses with `busy` if the queue is full, or if the work is no longer wanted by then. */
  async run<T>(work: () => Promise<T>, isWanted: () => boolean = () => true): Promise<T> {
    if (this.#running < this.#max) this.#running += 1
    else await this.#takeTurn(isWanted)
    try {
      return await work()
    } finally {
      this.#next()
    }
  }

  #next(): void {
    for (let first = this.#waiting.shift(); first !== undefined; first = this.#waiting.shift()) {
      if (first.isWanted()) {
        first.enter()
        return
      }
      first.leave(new Refusal('busy'))
    }
    this.#running -= 1
  }

  #takeTurn(isWanted: () => boolean): Promise<void> {
    if (this.#waiting.length >= this.#maxQueued) this.#dropUnwanted()
    if (this.#waiting.length >= this.#maxQueued) throw new Refusal('busy')
    return new Promise((enter, leave) => this.#waiting.push({ isWanted, enter, leave }))
  }

  #dropUnwanted(): void {
    const unwanted = this.#waiting.filter((one) => !one.isWanted())
    this.#waiting = this.#waiting.filter((one) => !unwanted.includes(one))
    for (const { leave } of unwanted) leave(new Refusal('busy'))
  }
}
