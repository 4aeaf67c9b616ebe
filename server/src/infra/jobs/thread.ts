import { setPriority } from 'node:os'
import { parentPort, type ResourceLimits, Worker } from 'node:worker_threads'
import { ConcurrencyLimit } from '../../kernel/concurrency-limit.ts'

/** Time after which an idle thread is terminated, to free its memory. */
const IDLE_MS = 5_000
/** Lower priority than everything that serves fans. */
const NICE = 5
/** Size of a thread's young generation in MB. By default it grows to 48 MB, and surviving objects spread over more memory. */
const YOUNG_MB = 12

/** The thread ended, or took too long, before it answered. */
export class ThreadLostError extends Error {}

interface ThreadOptions {
  /** Limits of the thread's memory. */
  readonly resourceLimits?: ResourceLimits
  /** Longest wait for an answer, in milliseconds. A thread that takes longer is terminated. */
  readonly limitMs: number
  /** Maximum number of orders that wait while another one runs. Further orders are refused with `busy`. */
  readonly maxWaiting: number
}

interface Sent<Order> {
  readonly id: number
  readonly order: Order
}
type Answered<Answer> = { readonly id: number } & ({ readonly answer: Answer } | { readonly cause: string })

/** Runs long computations one at a time in a separate thread, so that ballots come first. The thread starts with the first order. */
export class Thread<Order, Answer> {
  readonly #url: URL
  readonly #options: ThreadOptions
  readonly #limit: ConcurrencyLimit
  #worker: Worker | null = null
  #idle: NodeJS.Timeout | undefined
  #sent = 0

  /** @param url Module that calls {@link answerOrders}. */
  constructor(url: URL, options: ThreadOptions) {
    this.#url = url
    this.#options = options
    this.#limit = new ConcurrencyLimit({ max: 1, maxQueued: options.maxWaiting })
  }

  /**
   * Sends an order and returns the answer. Rejects if the order fails, and with `ThreadLostError` if the thread ends or is too slow.
   * @param onStart Called when the order's turn comes. If it throws, the order is not sent.
   */
  ask(order: Order, onStart?: () => void): Promise<Answer> {
    return this.#limit.run(async () => {
      onStart?.()
      return this.#ask(order)
    })
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle)
    const worker = this.#worker
    this.#worker = null
    await worker?.terminate()
  }

  async #ask(order: Order): Promise<Answer> {
    clearTimeout(this.#idle)
    const worker = this.#worker ?? this.#open()
    this.#sent += 1
    const sent: Sent<Order> = { id: this.#sent, order }
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const listen = (answered: Answered<Answer>) => {
      if (answered.id !== sent.id) return
      if ('answer' in answered) resolve(answered.answer)
      else reject(new Error(answered.cause))
    }
    const lost = (cause: unknown) => reject(new ThreadLostError('the thread ended', { cause }))
    const timer = setTimeout(() => lost('too slow'), this.#options.limitMs).unref()
    worker.on('message', listen).once('error', lost).once('exit', lost)
    worker.postMessage(sent)
    try {
      return await promise
    } catch (error) {
      // A thread that is still busy would block the next order.
      if (error instanceof ThreadLostError) await this.close()
      throw error
    } finally {
      clearTimeout(timer)
      worker.off('message', listen).off('error', lost).off('exit', lost)
      this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref()
    }
  }

  #open(): Worker {
    const worker = new Worker(this.#url, {
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB, ...this.#options.resourceLimits },
    })
    worker.unref()
    worker.on('error', () => {})
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = null
    })
    this.#worker = worker
    return worker
  }
}

/** Answers the orders of a {@link Thread}, from within it. */
export function answerOrders<Order, Answer>(work: (order: Order) => Answer | Promise<Answer>): void {
  // On Linux priorities belong to threads; elsewhere this would lower the whole server.
  if (process.platform === 'linux') setPriority(NICE)
  parentPort?.on('message', async ({ id, order }: Sent<Order>) => {
    let answered: Answered<Answer>
    try {
      answered = { id, answer: await work(order) }
    } catch (error) {
      answered = { id, cause: String(error) }
    }
    parentPort?.postMessage(answered)
  })
}
