import { hash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import { Gate } from '../../kernel/gate.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Drawing } from './drawing.ts'
import type { Delivery, Order } from './studio-thread.ts'

/** A drawing takes a fifth of a second of work; on a machine at its limits it waits behind everything else. */
const PATIENCE_MS = 20_000
/** One that takes this long never ends. */
const LIMIT_MS = 90_000
const WAITING = 24
/** Of those and the one under way, most that are for passers-by, so that fans find room for their own; and most that are for one person. */
const FOR_PASSERS = 12
const FOR_ONE = 4
const KEPT_BYTES = 24 * 1024 * 1024
/** The thread and its fonts are let go when nobody shares. */
const IDLE_MS = 120_000

const THREAD = new URL('./studio-thread.ts', import.meta.url)

export interface StudioOptions {
  readonly patienceMs?: number
  readonly waiting?: number
  readonly forPassers?: number
  readonly forOne?: number
}

/** Who orders a picture: a fan one of their own, or anyone one that is for everybody. */
export interface Customer {
  /** The fan's id, or the address it is asked from. */
  readonly name: string
  readonly isFan: boolean
}

/**
 * Makes pictures, one at a time and laid out in a thread of their own: ballots come first. The same drawing is made once; when too many
 * wait the next is refused with `busy`, and so is a caller who waits too long: the picture is finished all the same, for their next
 * request. Visitors leave room for fans, and a caller with many under way is refused one more with `too_many_requests`.
 */
export class Studio {
  readonly #kept = new LRUCache<string, Buffer>({ maxSize: KEPT_BYTES, sizeCalculation: ({ length }) => length })
  readonly #making = new Map<string, Promise<Buffer>>()
  readonly #gate: Gate
  readonly #passers: Gate
  readonly #patienceMs: number
  readonly #forOne: number
  readonly #underWay = new Map<string, number>()
  #thread: Worker | null = null
  #idle: NodeJS.Timeout | undefined
  #made = 0
  #closed = false

  constructor(options: StudioOptions = {}) {
    const { patienceMs = PATIENCE_MS, waiting = WAITING, forPassers = FOR_PASSERS, forOne = FOR_ONE } = options
    this.#patienceMs = patienceMs
    this.#forOne = forOne
    this.#gate = new Gate({ width: 1, waitingRoom: waiting })
    this.#passers = new Gate({ width: forPassers, waitingRoom: 0 })
  }

  /** How many pictures were made so far. */
  get made(): number {
    return this.#made
  }

  /** Ready bytes, or `undefined` when the picture is yet to be made. */
  ready(drawing: Drawing): Buffer | undefined {
    return this.#kept.get(keyOf(drawing))
  }

  async picture(drawing: Drawing, by: Customer): Promise<Buffer> {
    const key = keyOf(drawing)
    return this.#kept.get(key) ?? inTime(this.#making.get(key) ?? this.#begin(key, drawing, by), this.#patienceMs)
  }

  /** Refuses with `busy` what is being made and what waits; nothing more is made. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#letGo()
  }

  async #letGo(): Promise<void> {
    clearTimeout(this.#idle)
    const thread = this.#thread
    this.#thread = null
    await thread?.terminate()
  }

  #begin(key: string, drawing: Drawing, by: Customer): Promise<Buffer> {
    const making = this.#inTurn(drawing, by)
      .then((png) => {
        this.#kept.set(key, png)
        return png
      })
      .finally(() => this.#making.delete(key))
    this.#making.set(key, making)
    return making
  }

  async #inTurn(drawing: Drawing, { name, isFan }: Customer): Promise<Buffer> {
    const underWay = this.#underWay.get(name) ?? 0
    if (underWay >= this.#forOne) throw new Refusal('too_many_requests')
    this.#underWay.set(name, underWay + 1)
    const turn = () => this.#gate.run(() => this.#make(drawing))
    try {
      return await (isFan ? turn() : this.#passers.run(turn))
    } finally {
      const left = (this.#underWay.get(name) ?? 1) - 1
      if (left === 0) this.#underWay.delete(name)
      else this.#underWay.set(name, left)
    }
  }

  async #make(drawing: Drawing): Promise<Buffer> {
    if (this.#closed) throw new Refusal('busy')
    clearTimeout(this.#idle)
    const thread = this.#thread ?? this.#open()
    this.#made += 1
    try {
      return await delivered(thread, { id: this.#made, drawing })
    } catch (error) {
      if (error instanceof LateError) await this.#letGo()
      throw error instanceof LateError ? new Refusal('busy') : error
    } finally {
      this.#idle = setTimeout(() => void this.#letGo(), IDLE_MS).unref()
    }
  }

  #open(): Worker {
    const thread = new Worker(THREAD)
    thread.unref()
    thread.once('exit', () => {
      if (this.#thread === thread) this.#thread = null
    })
    this.#thread = thread
    return thread
  }
}

class LateError extends Error {}

/** What is made, or `busy`. */
async function inTime(making: Promise<Buffer>, patienceMs: number): Promise<Buffer> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Refusal('busy')), patienceMs).unref()
  try {
    return await Promise.race([making, late])
  } finally {
    clearTimeout(timer)
  }
}

/** The thread's answer. Throws when it fails, ends or is late. */
async function delivered(thread: Worker, order: Order): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const listen = (delivery: Delivery) => {
    if (delivery.id !== order.id) return
    if ('png' in delivery) resolve(Buffer.from(delivery.png))
    else reject(new Error(delivery.cause))
  }
  const ended = () => reject(new LateError('the thread ended'))
  const timer = setTimeout(() => reject(new LateError('too slow')), LIMIT_MS).unref()
  thread.on('message', listen).once('error', reject).once('exit', ended)
  thread.postMessage(order)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    thread.off('message', listen).off('error', reject).off('exit', ended)
  }
}

function keyOf(drawing: Drawing): string {
  const bytes = (value: unknown) => (value instanceof Uint8Array ? hash('sha1', value) : value)
  return hash(
    'sha1',
    JSON.stringify(drawing, (_key, value: unknown) => bytes(value)),
  )
}
