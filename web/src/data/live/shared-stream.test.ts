import { LIVE_MATCHES_LIMIT, LIVE_SILENCE_MS } from '@tribune/protocol/live.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Locks, type SharedStream, type StreamEvent, shareStream, type Want } from './shared-stream.ts'
import type { LiveTopic } from './streaming.ts'

const event = (name: StreamEvent['name'], at = 0): StreamEvent => ({ name, data: '{}', at })
/** Turns of the event loop after which a message that has not come will not come. */
const TURNS = 1_000
const channels: BroadcastChannel[] = []
let tabs = 0

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] }))
afterEach(() => {
  vi.useRealTimers()
  for (const channel of channels.splice(0)) channel.close()
})

interface Tab extends SharedStream {
  /** The topics of this tab's stream; `null` without one. */
  stream: Want | null
  readonly taken: string[]
  /** The topics that arrive at this tab. */
  arriving: LiveTopic[]
  follow(topics: readonly LiveTopic[], known?: number): void
  /** Ends it without a word, as a crash does. */
  die(): void
}

/** A tab of one browser, over the engine's own locks and channels; its server answers each stream at once. */
function openTab(browserLocks: Locks = navigator.locks): Tab {
  let want: Want = { topics: new Set(), known: 0 }
  const channel = new BroadcastChannel('tribune-live')
  channels.push(channel)
  const death = Promise.withResolvers<void>()
  const locks: Locks = {
    request: (name, options, lead) => browserLocks.request(name, options, () => Promise.race([death.promise, lead()])),
  }
  tabs += 1
  const shared = shareStream({
    tab: String(tabs),
    locks,
    channel,
    wanted: () => want,
    connect: (asked) => {
      tab.stream = asked
      if (asked !== null) queueMicrotask(() => tab.stream === asked && shared.pass(event('hello'), asked.topics))
    },
    take: ({ name }) => void tab.taken.push(name),
    onTopics: (topics) => {
      tab.arriving = [...topics]
    },
  })
  const tab: Tab = {
    ...shared,
    stream: null,
    taken: [],
    arriving: [],
    follow: (topics, known = 0) => {
      want = { topics: new Set(topics), known }
      shared.settle()
    },
    die: () => {
      channel.onmessage = null
      death.resolve()
    },
  }
  return tab
}

/** Lets the engine deliver messages and locks until `read` returns the expected value. The clock does not advance. */
async function settled<Value>(read: () => Value | Promise<Value>, expected: unknown): Promise<void> {
  const matches = async () => {
    try {
      expect(await read()).toEqual(expected)
      return true
    } catch {
      return false
    }
  }
  for (let turn = 0; turn < TURNS && !(await matches()); turn += 1) await new Promise(setImmediate)
  expect(await read()).toEqual(expected)
}

/** A tab that follows topics which arrive. */
async function openFollowing(...topics: LiveTopic[]): Promise<Tab> {
  const tab = openTab()
  tab.follow(topics)
  await settled(() => tab.arriving, expect.arrayContaining(topics))
  return tab
}

afterEach(async () => {
  // The lock of a test's last leader must not outlive it.
  const { held = [], pending = [] } = await navigator.locks.query()
  expect([...held, ...pending]).toEqual([])
})

async function closeAll(...all: readonly Tab[]): Promise<void> {
  for (const tab of all) tab.follow([])
  await settled(async () => (await navigator.locks.query()).held, [])
}

test('ten tabs share one stream, which brings what each of them follows', async () => {
  const all = await Promise.all(Array.from({ length: 10 }, (_, at) => openFollowing(at === 0 ? 'home' : at)))
  const streams = all.flatMap(({ stream }) => (stream === null ? [] : [stream]))
  expect(streams.map(({ topics }) => topics)).toEqual([new Set(['home', 1, 2, 3, 4, 5, 6, 7, 8, 9])])
  await closeAll(...all)
})

test('an event of the leader reaches every tab that follows something, and no hidden one', async () => {
  const [leader, follower, hidden] = [await openFollowing('home'), await openFollowing(7), await openFollowing(8)]
  hidden.follow([])
  const before = hidden.taken.length
  leader.pass(event('match'), new Set(['home', 7]))
  await settled(() => follower.taken.at(-1), 'match')
  expect(leader.taken.at(-1)).toBe('match')
  expect([hidden.taken.length, hidden.arriving]).toEqual([before, []])
  await closeAll(leader, follower, hidden)
})

test.each(['is hidden', 'has died'])('a leader that %s hands over to a tab that follows something', async (how) => {
  const leader = await openFollowing('home')
  const [idle, follower] = [openTab(), await openFollowing(7)]
  if (how === 'is hidden') leader.follow([])
  else leader.die()
  await settled(() => follower.stream?.topics, new Set([7]))
  expect(idle.stream).toBeNull()
  await closeAll(follower)
})

test('a follower that waited in vain for the lock takes none once it is hidden', async () => {
  const [leader, follower] = [await openFollowing('home'), await openFollowing(7)]
  follower.follow([])
  await closeAll(leader)
  expect(follower.stream).toBeNull()
})

test('a tab that joins has the stream opened again from what it knows', async () => {
  const leader = openTab()
  leader.follow(['home'], 900)
  await settled(() => leader.stream?.known, 900)
  const joining = openTab()
  joining.follow(['home'], 500)
  await settled(() => leader.stream?.known, 500)
  expect(leader.stream?.topics).toEqual(new Set(['home']))
  await closeAll(leader, joining)
})

test('a tab that joins takes no event before it was sent what it had missed', async () => {
  const leader = await openFollowing('home')
  const joining = openTab()
  leader.pass(event('match'), new Set(['home']))
  joining.follow(['home'])
  await settled(() => joining.taken, ['hello'])
  await closeAll(leader, joining)
})

test('followers poll after two missed heartbeats, and as soon as the leader has lost the stream', async () => {
  const [leader, follower] = [await openFollowing('home'), await openFollowing(7)]
  vi.advanceTimersByTime(LIVE_SILENCE_MS - 1)
  expect(follower.arriving).toEqual(['home', 7])
  vi.advanceTimersByTime(1)
  expect(follower.arriving).toEqual([])
  leader.pass(event('beat'), new Set(['home', 7]))
  await settled(() => follower.arriving, ['home', 7])
  leader.lose()
  expect(leader.arriving).toEqual([])
  await settled(() => follower.arriving, [])
  await closeAll(leader, follower)
})

test('the stream brings no more than the topics of tabs that answer its heartbeats', async () => {
  const [leader, answering, dead] = [await openFollowing('home'), await openFollowing(7), await openFollowing(8)]
  dead.die()
  vi.advanceTimersByTime(LIVE_SILENCE_MS + 1)
  leader.pass(event('beat'), new Set(['home', 7, 8]))
  await settled(() => [...leader.wantedByAll().topics], ['home', 7])
  dead.follow([])
  await closeAll(leader, answering)
})

test('the stream brings the matches of its own tab first, up to the limit of the server', async () => {
  const leader = await openFollowing(1_000)
  const many = Array.from({ length: LIVE_MATCHES_LIMIT }, (_, at) => at + 1)
  const other = openTab()
  other.follow(['home', ...many])
  await settled(() => leader.stream?.topics.size, LIVE_MATCHES_LIMIT + 1)
  expect([...(leader.stream?.topics ?? [])].slice(0, 3)).toEqual(['home', 1_000, 1])
  await closeAll(leader, other)
})

test('where the browser refuses locks, each tab has a stream', async () => {
  const refusing: Locks = { request: () => Promise.reject(new DOMException('refused', 'SecurityError')) }
  const [one, other] = [openTab(refusing), openTab(refusing)]
  one.follow(['home'])
  other.follow([7])
  await settled(() => [one.stream !== null, other.stream !== null], [true, true])
  one.follow([])
  other.follow([])
  expect([one.stream, other.stream]).toEqual([null, null])
})
