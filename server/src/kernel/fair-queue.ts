import { Refusal } from './refusal.ts'

/** Where a call waits. */
export interface Place {
  /** Rank of its kind of caller: a lower one goes first. */
  readonly rank: number
  /** Its lanes from wide to narrow, such as the networks of an address. Lanes of one width take turns. */
  readonly lanes: readonly string[]
  /** Aborted once the caller has left. */
  readonly signal?: AbortSignal
}

/** After so many turns of the best rank in a row, the next best one has a turn: no rank can starve it. */
const BEST_IN_A_ROW = 2

interface Waiting {
  readonly place: Place
  readonly enter: () => void
  readonly leave: () => void
}

/** The calls of one lane: its own, oldest first, and those of narrower lanes within it. Its turn comes round among its siblings by insertion order. */
class Lane {
  size = 0
  readonly within = new Map<string, Lane>()
  readonly own: Waiting[] = []

  add(one: Waiting, [name, ...narrower]: readonly string[]): void {
    this.size += 1
    if (name === undefined) return void this.own.push(one)
    const lane = this.within.get(name) ?? new Lane()
    this.within.set(name, lane)
    lane.add(one, narrower)
  }

  /** Takes the next call in turn. The lane that it came from goes behind its siblings. */
  next(): Waiting | undefined {
    const [first] = this.within
    if (first === undefined) return this.#taken(this.own.shift())
    const [name, lane] = first
    this.within.delete(name)
    const taken = lane.next()
    if (lane.size > 0) this.within.set(name, lane)
    return this.#taken(taken)
  }

  /** Takes the newest call of the most crowded lane. */
  newestOfMost(): Waiting | undefined {
    const [name, lane] = this.#mostCrowded() ?? []
    if (name === undefined || lane === undefined) return this.#taken(this.own.pop())
    const taken = lane.newestOfMost()
    if (lane.size === 0) this.within.delete(name)
    return this.#taken(taken)
  }

  remove(one: Waiting, [name, ...narrower]: readonly string[]): void {
    const at = this.own.indexOf(one)
    if (name === undefined) {
      if (at >= 0) this.#taken(this.own.splice(at, 1)[0])
      return
    }
    const lane = this.within.get(name)
    if (lane === undefined) return
    const before = lane.size
    lane.remove(one, narrower)
    this.size -= before - lane.size
    if (lane.size === 0) this.within.delete(name)
  }

  /** Returns the number of calls in the most crowded lane. */
  most(): number {
    return this.#mostCrowded()?.[1].size ?? 0
  }

  #mostCrowded(): [string, Lane] | undefined {
    let most: [string, Lane] | undefined
    for (const one of this.within) if (one[1].size > (most?.[1].size ?? 0)) most = one
    return most
  }

  #taken(one: Waiting | undefined): Waiting | undefined {
    if (one !== undefined) this.size -= 1
    return one
  }
}

/**
 * Limits concurrency, and lets the others wait fairly: a better rank first, in two turns of three, and lane after lane, so that a thousand addresses of one network get one share.
 * A full queue drops the newest call of the most crowded lane of the worst rank, if the newcomer has a better claim, and refuses the newcomer otherwise.
 */
export class FairQueue {
  /** Number of calls that run at a time. */
  readonly max: number
  readonly #maxQueued: number
  readonly #ranks = new Map<number, Lane>()
  #running = 0
  /** Turns that the best rank has had in a row while another waited. */
  #inRow = 0
  #queued = 0

  constructor({ max, maxQueued }: { max: number; maxQueued: number }) {
    this.max = max
    this.#maxQueued = maxQueued
  }

  /** Number of calls that wait. */
  get queued(): number {
    return this.#queued
  }

  /** Runs `work` when it is its turn. Refuses with `busy` if there is no place left, or once the caller has left. */
  async run<T>(work: () => Promise<T>, place: Place): Promise<T> {
    if (place.signal?.aborted) throw new Refusal('busy')
    if (this.#running < this.max) this.#running += 1
    else await this.#takeTurn(place)
    try {
      return await work()
    } finally {
      this.#next()
    }
  }

  #next(): void {
    const [best, second] = [...this.#ranks.keys()].sort((a, b) => a - b)
    const isTurnOfSecond = second !== undefined && this.#inRow >= BEST_IN_A_ROW
    this.#inRow = second === undefined || isTurnOfSecond ? 0 : this.#inRow + 1
    const rank = isTurnOfSecond ? second : best
    const first = rank === undefined ? undefined : this.#takenFrom(rank, (lane) => lane.next())
    if (first === undefined) this.#running -= 1
    else first.enter()
  }

  async #takeTurn(place: Place): Promise<void> {
    const { signal } = place
    if (this.#queued >= this.#maxQueued && !this.#dropFor(place)) throw new Refusal('busy')
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const one: Waiting = { place, enter: resolve, leave: () => reject(new Refusal('busy')) }
    const leave = () => {
      this.#takenFrom(place.rank, (lane) => {
        const before = lane.size
        lane.remove(one, place.lanes)
        return lane.size < before ? one : undefined
      })
      one.leave()
    }
    signal?.addEventListener('abort', leave, { once: true })
    const lane = this.#ranks.get(place.rank) ?? new Lane()
    this.#ranks.set(place.rank, lane)
    lane.add(one, place.lanes)
    this.#queued += 1
    return promise.finally(() => signal?.removeEventListener('abort', leave))
  }

  /** Drops a call with a worse claim than a newcomer's. Returns whether there was one. */
  #dropFor({ rank, lanes: [widest = ''] }: Place): boolean {
    const worst = Math.max(...this.#ranks.keys())
    const lane = this.#ranks.get(worst)
    const own = lane?.within.get(widest)?.size ?? 0
    if (lane === undefined || rank > worst || (rank === worst && own + 1 >= lane.most())) return false
    const dropped = this.#takenFrom(worst, (from) => from.newestOfMost())
    dropped?.leave()
    return dropped !== undefined
  }

  #takenFrom(rank: number, take: (lane: Lane) => Waiting | undefined): Waiting | undefined {
    const lane = this.#ranks.get(rank)
    const taken = lane === undefined ? undefined : take(lane)
    if (taken !== undefined) this.#queued -= 1
    if (lane?.size === 0) this.#ranks.delete(rank)
    return taken
  }
}
