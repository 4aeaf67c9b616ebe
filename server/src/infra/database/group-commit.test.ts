import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GroupCommit, type GroupCommitOptions } from './group-commit.ts'

interface Item {
  readonly key: string
  readonly value: number
}

/** The result of a caller whose value was replaced by this one: never a value itself. */
const replaced = (value: number) => ~value

type Options = Partial<GroupCommitOptions<Item, number>>

/** A ledger whose commits end when the test ends them. */
function createLedger(options: Options = {}) {
  const commits: { items: readonly Item[]; end(results?: number[]): void; break(error: Error): void }[] = []
  const arrivals: (() => void)[] = []
  const ledger = new GroupCommit<Item, number>({
    commit: (items) => {
      const { promise, resolve, reject } = Promise.withResolvers<number[]>()
      commits.push({ items, end: (results = items.map(({ value }) => value)) => resolve(results), break: reject })
      arrivals.splice(0).forEach((arrived) => {
        arrived()
      })
      return promise
    },
    replaced,
    keyOf: ({ key }) => key,
    maxBatch: 100,
    maxWaiting: 100,
    full: () => new Error('full'),
    ...options,
  })
  /** Waits for the commit of that number to begin. */
  const commit = async (index: number) => {
    while (commits[index] === undefined) await new Promise<void>((arrived) => arrivals.push(arrived))
    const begun = commits[index]
    if (begun === undefined) throw new Error('no commit')
    return begun
  }
  const add = (key: string, value: number) => ledger.add({ key, value })
  return { ledger, add, commit, count: () => commits.length }
}

describe('a group commit', () => {
  test('collects items of the same turn, then those that arrive while it is in flight', async () => {
    const { add, commit, count } = createLedger()
    const first = [add('a', 1), add('b', 2)]
    const one = await commit(0)
    const second = [add('c', 3), add('d', 4), add('a', 5)]
    expect([one.items.length, count()]).toEqual([2, 1])
    one.end()
    expect(await Promise.all(first)).toEqual([1, 2])
    const two = await commit(1)
    expect(two.items.map(({ key }) => key)).toEqual(['c', 'd', 'a'])
    two.end()
    expect(await Promise.all(second)).toEqual([3, 4, 5])
  })

  test('loses only the item that makes a commit fail', async () => {
    const bad = new RangeError('bad')
    const ledger = new GroupCommit<Item, number>({
      commit: async (items) => {
        if (items.some(({ value }) => value === 0)) throw bad
        return items.map(({ value }) => value)
      },
      replaced,
      keyOf: ({ key }) => key,
      maxBatch: 100,
      maxWaiting: 100,
      full: () => new Error('full'),
      isOfOneItem: (error) => error === bad,
    })
    const answers = [1, 2, 3, 0, 5, 6, 7].map((value) => ledger.add({ key: String(value), value }))
    expect(
      (await Promise.allSettled(answers)).map((answer) => ('value' in answer ? answer.value : answer.reason)),
    ).toEqual([1, 2, 3, bad, 5, 6, 7])
  })

  test('writes the last item of a key, and gives the other caller the replaced result', async () => {
    const { add, commit } = createLedger()
    const answers = [add('a', 1), add('b', 2), add('a', 3)]
    const { items, end } = await commit(0)
    expect(items).toEqual([
      { key: 'a', value: 3 },
      { key: 'b', value: 2 },
    ])
    end()
    expect(await Promise.all(answers)).toEqual([replaced(3), 2, 3])
  })

  test('writes the item that `combine` chooses, and rejects the caller of one that it refuses', async () => {
    const commits: (readonly Item[])[] = []
    const ledger = new GroupCommit<Item, number>({
      commit: async (items) => {
        commits.push(items)
        return items.map(({ value }) => value)
      },
      replaced,
      keyOf: ({ key }) => key,
      combine: (waiting, next) => {
        if (next.value < 0) throw new Error('refused')
        return next.value > waiting.value ? next : waiting
      },
      maxBatch: 100,
      maxWaiting: 100,
      full: () => new Error('full'),
    })
    const answers = [1, 3, 2].map((value) => ledger.add({ key: 'a', value }))
    const refused = ledger.add({ key: 'a', value: -1 })
    await expect(refused).rejects.toThrow('refused')
    expect(await Promise.all(answers)).toEqual([replaced(3), replaced(3), 3])
    expect(commits).toEqual([[{ key: 'a', value: 3 }]])
  })

  test('resolves for no caller before it has ended', async () => {
    const { add, commit } = createLedger()
    let answered = false
    const answer = add('a', 1).then(() => {
      answered = true
    })
    const { end } = await commit(0)
    await new Promise(setImmediate)
    expect(answered).toBe(false)
    end()
    await answer
  })

  test('rejects for all its items when it fails, and for no others', async () => {
    const { add, commit } = createLedger()
    const lost = Promise.allSettled([add('a', 1), add('a', 2), add('b', 3)])
    const one = await commit(0)
    const later = add('a', 4)
    one.break(new Error('database away'))
    expect((await lost).map((outcome) => outcome.status === 'rejected' && outcome.reason.message)).toEqual(
      Array(3).fill('database away'),
    )
    ;(await commit(1)).end()
    expect(await later).toBe(4)
  })

  test('with the wrong number of results is a failure', async () => {
    const { add, commit } = createLedger()
    const answer = Promise.allSettled([add('a', 1), add('b', 2)])
    ;(await commit(0)).end([1])
    expect((await answer).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })

  test('has at most `maxBatch` items, in order of arrival', async () => {
    const { add, commit } = createLedger({ maxBatch: 2 })
    const answers = ['a', 'b', 'c', 'd', 'e'].map(add)
    const sizes = []
    for (const index of [0, 1, 2]) {
      const { items, end } = await commit(index)
      sizes.push(items.map(({ key }) => key).join(''))
      end()
    }
    expect(sizes).toEqual(['ab', 'cd', 'e'])
    await Promise.all(answers)
  })

  test('refuses new keys beyond `maxWaiting`, but lets a waiting item be replaced', async () => {
    const { add, commit } = createLedger({ maxWaiting: 2 })
    const answers = [add('a', 1), add('b', 2), add('a', 3)]
    await expect(add('c', 4)).rejects.toThrow('full')
    const one = await commit(0)
    const next = [add('c', 5), add('d', 6)]
    await expect(add('e', 7)).rejects.toThrow('full')
    one.end()
    ;(await commit(1)).end()
    expect(await Promise.all([...answers, ...next])).toEqual([replaced(3), 2, 3, 5, 6])
  })

  test('has at most `inFlight` commits at a time, and collects the items that arrive in the interim', async () => {
    const { ledger, add, commit, count } = createLedger({ inFlight: 2 })
    const all = [add('a', 1)]
    const one = await commit(0)
    all.push(add('b', 2))
    const two = await commit(1)
    all.push(add('c', 3), add('d', 4))
    for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate)
    expect(count()).toBe(2)
    two.end()
    const three = await commit(2)
    expect(three.items.map(({ key }) => key)).toEqual(['c', 'd'])
    const idle = ledger.idle()
    for (const { end } of [one, three]) end()
    expect(await Promise.all(all)).toEqual([1, 2, 3, 4])
    await idle
    // An item that its caller adds as soon as the last one is answered starts a commit again.
    const last = add('e', 5).then(() => add('f', 6))
    for (const index of [3, 4]) (await commit(index)).end()
    expect(await last).toBe(6)
  })

  test('writes the fullest queue first, and has one commit of a queue at a time', async () => {
    const { ledger, add, commit, count } = createLedger({
      inFlight: 2,
      maxBatch: 3,
      queueOf: ({ key }) => key[0] ?? '',
    })
    const keysOf = async (index: number) => (await commit(index)).items.map(({ key }) => key).join(' ')
    const all = ['a1', 'b1', 'b2', 'c1', 'c2', 'c3', 'c4'].map(add)
    expect([await keysOf(0), await keysOf(1)]).toEqual(['c1 c2 c3', 'b1 b2'])
    all.push(...['b3', 'b4', 'b5'].map(add))
    for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate)
    expect(count()).toBe(2)
    ;(await commit(0)).end()
    // The fullest queue has a commit in flight.
    expect(await keysOf(2)).toBe('a1')
    ;(await commit(2)).end()
    expect(await keysOf(3)).toBe('c4')
    ;(await commit(1)).end()
    expect(await keysOf(4)).toBe('b3 b4 b5')
    const idle = ledger.idle()
    for (const index of [3, 4]) (await commit(index)).end()
    await Promise.all([...all, idle])
    // A queue whose commit failed is written again.
    const lost = add('a2', 1)
    const next = add('a3', 2).catch(() => add('a4', 3))
    ;(await commit(5)).break(new Error('database away'))
    await expect(lost).rejects.toThrow('database away')
    ;(await commit(6)).end()
    expect(await next).toBe(3)
  })

  test('writes a short queue once others went before it eight times', async () => {
    const { add, commit } = createLedger({ maxBatch: 2, queueOf: ({ key }) => key[0] ?? '' })
    const all = ['a', ...Array.from({ length: 20 }, (_, index) => `b${index}`)].map((key) => add(key, 1))
    const firsts: string[] = []
    for (let index = 0; index < 11; index += 1) {
      const { items, end } = await commit(index)
      firsts.push(items[0]?.key[0] ?? '')
      end()
    }
    await Promise.all(all)
    expect(firsts.join('')).toBe('bbbbbbbbabb')
  })

  test('refuses new keys while any item has waited for longer than `maxWaitMs`', async () => {
    let now = 0
    const { ledger, add, commit } = createLedger({ maxWaitMs: 4_000, now: () => now, queueOf: ({ key }) => key[0] })
    const first = add('a', 1)
    const one = await commit(0)
    now = 1_000
    const second = add('a2', 2)
    now = 5_000
    const third = add('b', 3)
    now = 5_001
    expect(ledger.isFull).toBe(true)
    await expect(add('c', 4)).rejects.toThrow('full')
    const replacing = add('a2', 5)
    one.end()
    const [two, three] = [await commit(1), commit(2)]
    expect(ledger.isFull).toBe(false)
    two.end()
    ;(await three).end()
    expect(await Promise.all([first, second, third, replacing])).toEqual([1, ~5, 3, 5])
  })

  test('counts the items of all queues against `maxWaiting`', async () => {
    const { add, commit } = createLedger({ maxWaiting: 2, queueOf: ({ key }) => key })
    const answers = [add('a', 1), add('b', 2)]
    await expect(add('c', 3)).rejects.toThrow('full')
    for (const index of [0, 1]) (await commit(index)).end()
    expect(await Promise.all(answers)).toEqual([1, 2])
  })

  test('is idle when nothing waits and nothing is in flight', async () => {
    const { ledger, add, commit } = createLedger()
    await ledger.idle()
    const answer = add('a', 1)
    let idle = false
    const waiting = ledger.idle().then(() => {
      idle = true
    })
    const one = await commit(0)
    const more = add('b', 2)
    one.end()
    await answer
    const two = await commit(1)
    expect(idle).toBe(false)
    two.end()
    await waiting
    expect([idle, await more]).toEqual([true, 2])
  })

  test('ends with the last value of each key, and resolves each value for its own caller alone, for any order of arrival', async () => {
    const step = fc.record({ key: fc.constantFrom('a', 'b', 'c'), turn: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 1, max: 3 }),
        fc.constantFrom<Options>({}, { inFlight: 2, queueOf: ({ key }) => key === 'a' }),
        async (steps, maxBatch, options) => {
          const stored = new Map<string, number>()
          const ledger = new GroupCommit<Item, number>({
            ...options,
            commit: async (items) => {
              // Commits of several queues overtake each other.
              for (let turns = items.some(({ key }) => key === 'a') ? 3 : 1; turns > 0; turns -= 1)
                await new Promise(setImmediate)
              for (const { key, value } of items) stored.set(key, value)
              return items.map(({ value }) => value)
            },
            replaced,
            keyOf: ({ key }) => key,
            maxBatch,
            maxWaiting: 100,
            full: () => new Error('full'),
          })
          const answers = []
          for (const [value, { key, turn }] of steps.entries()) {
            answers.push(ledger.add({ key, value }))
            if (turn) await new Promise(setImmediate)
          }
          const results = await Promise.all(answers)
          await ledger.idle()
          for (const [index, { key }] of steps.entries()) {
            const answer = results[index] ?? -1
            expect(answer === index || replaced(answer) > index).toBe(true)
            expect(stored.get(key)).toBe(steps.findLastIndex((other) => other.key === key))
          }
        },
      ),
    )
  })
})
