import { Refusal } from './refusal.ts'

/** Lets a few through at a time, makes some wait and refuses the rest: costly work must not slow down all other work. */
export class Gate {
  readonly #width: number
  readonly #waitingRoom: number
  readonly #waiting: (() => void)[] = []
  #inside = 0

  constructor({ width, waitingRoom }: { width: number; waitingRoom: number }) {
    this.#width = width
    this.#waitingRoom = waitingRoom
  }

  /** Refuses with `busy` when the waiting room is full. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#inside < this.#width) this.#inside += 1
    else await this.#turn()
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next === undefined) this.#inside -= 1
      else next()
    }
  }

  #turn(): Promise<void> {
    if (this.#waiting.length >= this.#waitingRoom) throw new Refusal('busy')
    return new Promise((resolve) => this.#waiting.push(resolve))
  }
}
