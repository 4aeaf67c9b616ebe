/** A value to write with its callers: its own first, then those whose values it replaced. */
interface Waiting<Item, Result> {
  readonly item: Item
  /** When the first value of its key was added, in milliseconds. */
  readonly since: number
  readonly settle: ((result: Result) => void)[]
  readonly fail: ((error: unknown) => void)[]
}

interface Queue<Item, Result> {
  readonly waiting: Map<string, Waiting<Item, Result>>
  /** Waits for its commit in flight. */
  isBusy: boolean
  /** How many times another queue went before it. */
  passed: number
}

/** A queue that was passed over so often goes next, however short it is. */
const MAX_PASSED = 8

export interface GroupCommitOptions<Item, Result> {
  /** Writes all items in one transaction and returns their results, in order. Items of one call have distinct keys. */
  readonly commit: (items: readonly Item[]) => Promise<readonly Result[]>
  /** Makes the result of a caller whose item was replaced, from that of the item that replaced it. */
  readonly replaced: (result: Result) => Result
  readonly keyOf: (item: Item) => string
  /** Chooses which of two items of one key is written; throws to reject the caller of the second. By default the second. */
  readonly combine?: (waiting: Item, next: Item) => Item
  /** Maximum number of items of one commit. */
  readonly maxBatch: number
  /** Maximum number of commits at a time; 1 by default. Two of one key may then be written in either order, unless `queueOf` separates them. */
  readonly inFlight?: number
  /**
   * Queue of an item. All items of a commit are of one queue, a queue has one commit in flight, and the fullest other queue goes next, or one that was
   * passed over `MAX_PASSED` times. By default all items share a queue, which may have several commits in flight.
   */
  readonly queueOf?: (item: Item) => unknown
  /** Maximum number of waiting items of all queues; beyond it `add` fails at once with `full`. */
  readonly maxWaiting: number
  /** Longest wait of any item, in milliseconds, beyond which `add` fails too. By default none. */
  readonly maxWaitMs?: number
  /** Time in milliseconds. */
  readonly now?: () => number
  readonly full: () => Error
  /** Whether one item made a commit fail, and the others would pass without it. By default none does. */
  readonly isOfOneItem?: (error: unknown) => boolean
}

/**
 * Collects the items that arrive while a commit is in flight for the next one: the higher the load, the cheaper each write. Of waiting items
 * with the same key only the last is written, or the one that `combine` chooses; the callers of the others get the result that `replaced` makes.
 */
export class GroupCommit<Item, Result> {
  readonly #options: GroupCommitOptions<Item, Result>
  readonly #queues = new Map<unknown, Queue<Item, Result>>()
  readonly #running = new Set<Promise<void>>()

  constructor(options: GroupCommitOptions<Item, Result>) {
    this.#options = options
  }

  /** Resolves after the commit of the item, or of the one that replaced it. */
  add(item: Item): Promise<Result> {
    const key = this.#options.keyOf(item)
    const { waiting } = this.#queueOf(item)
    const before = waiting.get(key)
    if (before === undefined && this.isFull) return Promise.reject(this.#options.full())
    return new Promise((settle, fail) => {
      waiting.set(key, {
        item: before === undefined ? item : this.#combine(before.item, item),
        since: before?.since ?? this.#now(),
        settle: [settle, ...(before?.settle ?? [])],
        fail: [fail, ...(before?.fail ?? [])],
      })
      if (this.#running.size < (this.#options.inFlight ?? 1)) this.#start()
    })
  }

  #queueOf(item: Item): Queue<Item, Result> {
    const name = this.#options.queueOf?.(item)
    const known = this.#queues.get(name)
    if (known !== undefined) return known
    const queue: Queue<Item, Result> = { waiting: new Map(), isBusy: false, passed: 0 }
    this.#queues.set(name, queue)
    return queue
  }

  /** Whether a new item is refused. */
  get isFull(): boolean {
    const { maxWaiting, maxWaitMs = Number.POSITIVE_INFINITY } = this.#options
    const least = this.#now() - maxWaitMs
    let size = 0
    for (const { waiting } of this.#queues.values()) {
      const [oldest] = waiting.values()
      if (oldest !== undefined && oldest.since < least) return true
      size += waiting.size
    }
    return size >= maxWaiting
  }

  #now(): number {
    return this.#options.now?.() ?? 0
  }

  #combine(waiting: Item, next: Item): Item {
    return this.#options.combine?.(waiting, next) ?? next
  }

  /** Resolves when nothing waits and nothing is in flight. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }

  #start(): void {
    const run = this.#run(() => this.#running.delete(run))
    this.#running.add(run)
  }

  /** `end` is called in the turn in which no queue can be written: an item added later starts the next run. */
  async #run(end: () => void): Promise<void> {
    // Items of the same turn of the event loop share the first commit too.
    await new Promise(setImmediate)
    for (let queue = this.#next(); queue !== undefined; queue = this.#next()) {
      queue.isBusy = this.#options.queueOf !== undefined
      await this.#write(this.#take(queue))
      queue.isBusy = false
    }
    end()
  }

  /** Returns the queue to write now, if there is one. */
  #next(): Queue<Item, Result> | undefined {
    const ready = [...this.#queues.values()].filter(({ isBusy, waiting }) => !isBusy && waiting.size > 0)
    const [fullest] = ready.toSorted((one, other) => other.waiting.size - one.waiting.size)
    const next = ready.find(({ passed }) => passed >= MAX_PASSED) ?? fullest
    for (const queue of ready) queue.passed = queue === next ? 0 : queue.passed + 1
    return next
  }

  #take({ waiting }: Queue<Item, Result>): Waiting<Item, Result>[] {
    const taken: Waiting<Item, Result>[] = []
    for (const [key, one] of waiting) {
      taken.push(one)
      waiting.delete(key)
      if (taken.length === this.#options.maxBatch) break
    }
    return taken
  }

  async #write(group: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#options.commit(group.map(({ item }) => item))
      if (results.length !== group.length) throw new Error(`A commit of ${group.length} gave ${results.length} results`)
      for (const [index, result] of results.entries()) this.#settle(result, group[index]?.settle ?? [])
    } catch (error) {
      if (group.length > 1 && this.#options.isOfOneItem?.(error)) await this.#commitHalves(group)
      else for (const { fail } of group) for (const reject of fail) reject(error)
    }
  }

  /** Finds the item that fails by halves, so that its group loses it alone. */
  async #commitHalves(group: readonly Waiting<Item, Result>[]): Promise<void> {
    const middle = Math.ceil(group.length / 2)
    await this.#write(group.slice(0, middle))
    await this.#write(group.slice(middle))
  }

  #settle(result: Result, callers: Waiting<Item, Result>['settle']): void {
    for (const [index, settle] of callers.entries()) settle(index === 0 ? result : this.#options.replaced(result))
  }
}
