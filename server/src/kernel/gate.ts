import { Refusal } from './refusal.ts'

interface Waiting {
  readonly isWanted: () => boolean
  readonly enter: () => void
  readonly leave: (refusal: Refusal) => void
}

/** Lets a few through at a time, makes some wait and refuses the rest: costly work must not slow down all other work. */
export class Gate {
  readonly #width: number
  readonly #waitingRoom: number
  #waiting: Waiting[] = []
  #inside = 0

  constructor({ width, waitingRoom }: { width: number; waitingRoom: number }) {
    this.#width = width
    this.#waitingRoom = waitingRoom
  }

  /** Refuses with `busy` when the waiting room is full, or when the work is no longer wanted by its turn. */
  async run<T>(work: () => Promise<T>, isWanted: () => boolean = () => true): Promise<T> {
    if (this.#inside < this.#width) this.#inside += 1
    else await this.#turn(isWanted)
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
    this.#inside -= 1
  }

  #turn(isWanted: () => boolean): Promise<void> {
    if (this.#waiting.length >= this.#waitingRoom) this.#dropUnwanted()
    if (this.#waiting.length >= this.#waitingRoom) throw new Refusal('busy')
    return new Promise((enter, leave) => this.#waiting.push({ isWanted, enter, leave }))
  }

  #dropUnwanted(): void {
    const unwanted = this.#waiting.filter((one) => !one.isWanted())
    this.#waiting = this.#waiting.filter((one) => !unwanted.includes(one))
    for (const { leave } of unwanted) leave(new Refusal('busy'))
  }
}
