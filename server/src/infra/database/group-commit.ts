/** One value to write, and its callers: the one who brought it first, then those whose own it replaced. */
interface Waiting<Item, Result> {
  readonly item: Item
  readonly settle: ((result: Result) => void)[]
  readonly fail: ((error: unknown) => void)[]
}

export interface GroupCommitOptions<Item, Result> {
  /** Writes all items in one transaction; gives a result for each, in order. Items of one call have distinct keys. */
  readonly commit: (items: readonly Item[]) => Promise<readonly Result[]>
  /** What is told to one whose item was replaced by that of this result. */
  readonly replaced: (result: Result) => Result
  readonly keyOf: (item: Item) => string
  /** Most items of one commit. */
  readonly most: number
  /** Most items waiting; beyond it `add` fails at once with `full`. */
  readonly room: number
  readonly full: () => Error
}

/**
 * Items that arrive while a commit is in flight go together in the next one: the busier the moment, the cheaper each write.
 * Two items of one key waiting together become one, the last; its result is its caller's, the other is told what `replaced` makes of it.
 */
export class GroupCommit<Item, Result> {
  readonly #options: GroupCommitOptions<Item, Result>
  #waiting = new Map<string, Waiting<Item, Result>>()
  #running: Promise<void> | null = null

  constructor(options: GroupCommitOptions<Item, Result>) {
    this.#options = options
  }

  /** Resolves only after the commit that holds the item. */
  add(item: Item): Promise<Result> {
    const key = this.#options.keyOf(item)
    const before = this.#waiting.get(key)
    if (before === undefined && this.#waiting.size >= this.#options.room) return Promise.reject(this.#options.full())
    return new Promise((settle, fail) => {
      this.#waiting.set(key, {
        item,
        settle: [settle, ...(before?.settle ?? [])],
        fail: [fail, ...(before?.fail ?? [])],
      })
      this.#running ??= this.#run()
    })
  }

  /** Resolves when nothing waits and nothing is in flight. */
  async idle(): Promise<void> {
    while (this.#running !== null) await this.#running
  }

  async #run(): Promise<void> {
    // What arrives in the same turn of the event loop shares the first commit too.
    await new Promise(setImmediate)
    while (this.#waiting.size > 0) await this.#commit(this.#take())
    this.#running = null
  }

  #take(): Waiting<Item, Result>[] {
    const all = [...this.#waiting.entries()]
    const rest = all.slice(this.#options.most)
    this.#waiting = new Map(rest)
    return all.slice(0, this.#options.most).map(([, waiting]) => waiting)
  }

  async #commit(group: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#options.commit(group.map(({ item }) => item))
      if (results.length !== group.length) throw new Error(`A commit of ${group.length} gave ${results.length} results`)
      for (const [index, result] of results.entries()) this.#tell(result, group[index]?.settle ?? [])
    } catch (error) {
      for (const { fail } of group) for (const reject of fail) reject(error)
    }
  }

  #tell(result: Result, callers: Waiting<Item, Result>['settle']): void {
    for (const [index, settle] of callers.entries()) settle(index === 0 ? result : this.#options.replaced(result))
  }
}
