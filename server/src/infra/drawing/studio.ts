import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { within } from '../../kernel/clock.ts'
import { ConcurrencyLimit } from '../../kernel/concurrency-limit.ts'
import { sharesOf } from '../../kernel/network.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { Thread, ThreadLostError } from '../jobs/thread.ts'
import type { Drawing } from './drawing.ts'

/** A drawing takes a fifth of a second; on a busy machine it waits behind everything else. */
const PATIENCE_MS = 20_000
/** A drawing that takes this long is stuck. */
const LIMIT_MS = 90_000
const MAX_WAITING = 24
/** Maximum number of drawings, waiting or in work, for visitors, which leaves the rest to fans; and for one caller. */
const MAX_FOR_VISITORS = 12
const MAX_PER_CALLER = 4
const CACHE_BYTES = 24 * 1024 * 1024

const THREAD = new URL('./studio-thread.ts', import.meta.url)

export interface StudioOptions {
  readonly patienceMs?: number
  readonly maxWaiting?: number
  readonly maxForVisitors?: number
  readonly maxPerCaller?: number
}

/** Caller who orders a picture: a fan who wants one of their own, or anybody who wants a public one. */
export interface Customer {
  /** Names under which their drawings are counted, narrowest first, each with its multiple of a caller's limit: the fan's id, or the caller's networks. */
  readonly counted: readonly (readonly [name: string, share: number])[]
  readonly isFan: boolean
}

export const fanOf = (id: string): Customer => ({ counted: [[id, 1]], isFan: true })
export const visitorOf = (address: string): Customer => ({ counted: sharesOf(address), isFan: false })

/**
 * Makes pictures one at a time, laid out in a separate thread, so that ballots come first. The same drawing is made only once. Refuses with
 * `busy` when too many wait, and a caller who has waited too long; that picture is still finished, for their next request. Part of the queue is
 * reserved for fans; a caller with too many drawings in the queue is refused with `too_many_requests`.
 */
export class Studio {
  readonly #cache = new LRUCache<string, Buffer>({ maxSize: CACHE_BYTES, sizeCalculation: ({ length }) => length })
  readonly #making = new Map<string, Promise<Buffer>>()
  readonly #thread: Thread<Drawing, Uint8Array>
  readonly #visitors: ConcurrencyLimit
  readonly #patienceMs: number
  readonly #maxPerCaller: number
  readonly #underWay = new Map<string, number>()
  #made = 0
  #closed = false

  constructor(options: StudioOptions = {}) {
    const { maxWaiting = MAX_WAITING, maxForVisitors = MAX_FOR_VISITORS } = options
    this.#patienceMs = options.patienceMs ?? PATIENCE_MS
    this.#maxPerCaller = options.maxPerCaller ?? MAX_PER_CALLER
    this.#thread = new Thread(THREAD, { limitMs: LIMIT_MS, maxWaiting })
    this.#visitors = new ConcurrencyLimit({ max: maxForVisitors, maxQueued: 0 })
  }

  /** Number of pictures made so far. */
  get made(): number {
    return this.#made
  }

  /** Returns the cached bytes of a picture, or `undefined`. */
  ready(drawing: Drawing): Buffer | undefined {
    return this.#cache.get(keyOf(drawing))
  }

  async picture(drawing: Drawing, by: Customer): Promise<Buffer> {
    const key = keyOf(drawing)
    const ready = this.#cache.get(key)
    if (ready !== undefined) return ready
    const making = this.#making.get(key) ?? this.#begin(key, drawing, by)
    return within(this.#patienceMs, making, () => new Refusal('busy'))
  }

  /** Refuses all waiting and current drawings with `busy`, and makes no more. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#thread.close()
  }

  #begin(key: string, drawing: Drawing, by: Customer): Promise<Buffer> {
    const making = this.#inTurn(drawing, by)
      .then((png) => {
        this.#cache.set(key, png)
        return png
      })
      .finally(() => this.#making.delete(key))
    this.#making.set(key, making)
    return making
  }

  async #inTurn(drawing: Drawing, { counted, isFan }: Customer): Promise<Buffer> {
    const underWay = (name: string) => this.#underWay.get(name) ?? 0
    if (counted.some(([name, share]) => underWay(name) >= this.#maxPerCaller * share)) {
      throw new Refusal('too_many_requests')
    }
    for (const [name] of counted) this.#underWay.set(name, underWay(name) + 1)
    const turn = () => this.#make(drawing)
    try {
      return await (isFan ? turn() : this.#visitors.run(turn))
    } finally {
      for (const [name] of counted) {
        if (underWay(name) <= 1) this.#underWay.delete(name)
        else this.#underWay.set(name, underWay(name) - 1)
      }
    }
  }

  async #make(drawing: Drawing): Promise<Buffer> {
    try {
      const png = await this.#thread.ask(drawing, () => {
        if (this.#closed) throw new Refusal('busy')
        this.#made += 1
      })
      return Buffer.from(png)
    } catch (error) {
      throw error instanceof ThreadLostError ? new Refusal('busy') : error
    }
  }
}

function keyOf(drawing: Drawing): string {
  const bytes = (value: unknown) => (value instanceof Uint8Array ? hash('sha1', value) : value)
  return hash(
    'sha1',
    JSON.stringify(drawing, (_key, value: unknown) => bytes(value)),
  )
}
