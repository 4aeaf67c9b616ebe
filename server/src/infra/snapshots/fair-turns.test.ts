import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { FairTurns } from './fair-turns.ts'
import { WorkShare } from './work-share.ts'

/** Time and busy time of the event loop, which only the tests advance. */
let [now, busy] = [0, 0]
let spent: Map<string, number>
const meter = { now: () => now, busy: () => busy }

beforeEach(() => {
  ;[now, busy] = [0, 0]
  spent = new Map()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => void vi.useRealTimers())

function turns({ width = 1, maxWaiting = 10, share = new WorkShare({ meter, average: 1 }) } = {}): FairTurns {
  return new FairTurns({ width, maxWaiting, share, spentBy: (address) => spent.get(address) ?? 0, now: meter.now })
}

const settled = () => new Promise<void>((done) => setImmediate(() => setImmediate(done)))
const always = () => true

/** Work that ends when the test ends it, and the order in which it began. */
function works(own: FairTurns) {
  const begun: string[] = []
  const refused: string[] = []
  const ends = new Map<string, () => void>()
  const ask = (address: string, isWanted = always) => {
    const work = () => {
      begun.push(address)
      return new Promise<void>((done) => ends.set(address, done))
    }
    own.run(address, work, isWanted).catch(({ code }) => refused.push(`${address} ${code}`))
  }
  const end = async (address: string) => {
    await settled()
    ends.get(address)?.()
    await settled()
  }
  return { ask, end, begun, refused }
}

/** Lets time pass in which the event loop was busy for a while. */
async function pass(ms: number, busyMs = 0): Promise<void> {
  now += ms
  busy += busyMs
  vi.advanceTimersByTime(ms)
  await settled()
}

describe('a turn', () => {
  test('is for callers who have spent least, then for those who came first', async () => {
    const { ask, end, begun } = works(turns())
    spent = new Map([['rich', 0.5]])
    for (const address of ['first', 'rich', 'quiet', 'late']) ask(address)
    for (const address of ['first', 'quiet', 'late']) await end(address)
    expect(begun).toEqual(['first', 'quiet', 'late', 'rich'])
  })

  test('is refused in a full queue to the caller who has spent most', async () => {
    const { ask, end, begun, refused } = works(turns({ maxWaiting: 2 }))
    spent = new Map([
      ['one', 0.2],
      ['two', 0.9],
      ['three', 0.4],
    ])
    for (const address of ['running', 'one', 'two', 'three', 'quiet']) ask(address)
    await settled()
    expect(refused).toEqual(['two busy', 'three busy'])
    for (const address of ['running', 'quiet']) await end(address)
    expect(begun).toEqual(['running', 'quiet', 'one'])
  })

  test('is refused to the latest of equal callers in a full queue', async () => {
    const { ask, refused } = works(turns({ maxWaiting: 1 }))
    for (const address of ['running', 'one', 'two']) ask(address)
    await settled()
    expect(refused).toEqual(['two busy'])
  })

  test('is not given to a caller who has left', async () => {
    const { ask, end, begun, refused } = works(turns())
    let isThere = true
    ask('running')
    ask('gone', () => isThere)
    isThere = false
    await end('running')
    expect([begun, refused]).toEqual([['running'], ['gone busy']])
  })

  test('is refused after a long wait', async () => {
    const { ask, refused } = works(turns())
    ask('running')
    ask('waiting')
    await pass(8_001)
    ask('later')
    await settled()
    expect(refused).toEqual(['waiting busy'])
  })
})

describe('the share of the server', () => {
  test('delays the next piece of work until what was used is within it', async () => {
    const { ask, end, begun } = works(turns())
    ask('one')
    await settled()
    await pass(800, 800)
    await end('one')
    ask('two')
    await settled()
    // 800 ms of work, less the 500 ms after a rest and 30 % of the 800 ms, leave 60 ms to pay back.
    await pass(190)
    expect(begun).toEqual(['one'])
    await pass(20)
    expect(begun).toEqual(['one', 'two'])
  })

  test('does not count while no uncached work is under way', async () => {
    const { ask, begun } = works(turns())
    await pass(10_000, 10_000)
    ask('one')
    await settled()
    expect(begun).toEqual(['one'])
  })

  test('is used up by several reads that wait for the database, not by one', async () => {
    const [one, several] = [works(turns()), works(turns({ width: 3 }))]
    one.ask('slow')
    for (const address of ['slow', 'also slow', 'as slow']) several.ask(address)
    await settled()
    await pass(2_000)
    for (const { ask, end } of [one, several]) {
      await end('slow')
      ask('next')
      await settled()
    }
    expect([one.begun, several.begun]).toEqual([
      ['slow', 'next'],
      ['slow', 'also slow', 'as slow'],
    ])
  })

  test('is shared by all turns', async () => {
    const share = new WorkShare({ meter, average: 1 })
    const [reads, heads] = [works(turns({ share })), works(turns({ share }))]
    reads.ask('one')
    await settled()
    await pass(1_000, 1_000)
    await reads.end('one')
    heads.ask('two')
    await settled()
    expect(heads.begun).toEqual([])
    await pass(2_010)
    expect(heads.begun).toEqual(['two'])
  })

  test('does not make others pay for more than two seconds, however long an answer took', async () => {
    const { ask, end, begun } = works(turns())
    ask('one')
    await settled()
    await pass(60_000, 60_000)
    await end('one')
    ask('two')
    await pass(2_010)
    expect(begun).toEqual(['one', 'two'])
  })
})
