import type { LiveEvent } from '@tribune/contract/live.ts'
import { LIVE_SILENCE_MS, reconnectDelay } from '@tribune/domain/live.ts'
import { isSlowConnection } from '@tribune/domain/refresh.ts'
import { connectionType, isOnline, isVisible, onPresenceChange, sparesData } from '../device/platform.ts'
import { noteServerTime } from '../http/server-clock.ts'
import { readAt, takeLineup, takeMatch, takeResync, takeSeason } from './live-cache.ts'
import { type LiveTopic, setStreamed } from './streaming.ts'

/** A stream that held this long was a good one: the next attempt is a first one again. In milliseconds. */
const HELD_MS = 30_000

interface Stream {
  readonly source: EventSource
  readonly topics: ReadonlySet<LiveTopic>
  readonly openedAt: number
}

const followed = new Map<object, LiveTopic>()
let stream: Stream | null = null
let silence: ReturnType<typeof setTimeout> | undefined
let waiting: ReturnType<typeof setTimeout> | undefined
let attempts = 0
/** The server's time of the last event, up to which everything is known of the topics that were followed then. */
let heard: { readonly at: number; readonly topics: ReadonlySet<LiveTopic> } = { at: 0, topics: new Set() }

/** Has news of a topic put into the cache while the page is looked at. Gives the way to stop. One stream serves the whole page. */
export function follow(topic: LiveTopic): () => void {
  const follower = {}
  followed.set(follower, topic)
  queueMicrotask(settle)
  return () => {
    followed.delete(follower)
    // Another screen may take its place at once.
    setTimeout(settle)
  }
}

onPresenceChange(restart)

/** The page is back, or gone: what was waited for is tried at once. */
function restart(): void {
  clearTimeout(waiting)
  waiting = undefined
  attempts = 0
  settle()
}

/** Makes the stream what it should be now. */
function settle(): void {
  const topics = wanted()
  if (stream !== null && isSame(stream.topics, topics)) return
  close()
  if (topics.size > 0 && waiting === undefined) open(topics)
}

function wanted(): ReadonlySet<LiveTopic> {
  const able = isVisible() && isOnline() && !sparesData() && !isSlowConnection(connectionType())
  return new Set(able ? followed.values() : [])
}

function open(topics: ReadonlySet<LiveTopic>): void {
  const source = new EventSource(addressOf(topics))
  stream = { source, topics, openedAt: Date.now() }
  hearken(source, 'hello', ({ missed }) => {
    if (missed) takeResync()
    setStreamed(topics)
  })
  hearken(source, 'match', takeMatch)
  hearken(source, 'lineup', ({ match_id }, at) => takeLineup(match_id, at))
  hearken(source, 'season', takeSeason)
  hearken(source, 'resync', takeResync)
  hearken(source, 'beat', () => {})
  source.onerror = lost
  silence = setTimeout(lost, LIVE_SILENCE_MS)
}

type DataOf<Name extends LiveEvent['event']> = Extract<LiveEvent, { event: Name }>['data']

function hearken<Name extends LiveEvent['event']>(
  source: EventSource,
  name: Name,
  take: (data: DataOf<Name>, at: number) => void,
): void {
  source.addEventListener(name, ({ data, lastEventId }) => {
    if (stream?.source !== source) return
    clearTimeout(silence)
    silence = setTimeout(lost, LIVE_SILENCE_MS)
    const at = Number(lastEventId)
    // Not of what is told again: it proves little of the time that it is.
    if (at >= heard.at) noteServerTime(at, Date.now())
    take(JSON.parse(data), at)
    heard = { at: Math.max(at, heard.at), topics: stream.topics }
  })
}

/** Where to listen, and since when news is wanted: the earliest reading of what is shown, or the last word heard of it. */
function addressOf(topics: ReadonlySet<LiveTopic>): string {
  const ids = [...topics].filter((topic) => topic !== 'home')
  const known = [...topics].map((topic) => Math.max(readAt(topic) ?? 0, heard.topics.has(topic) ? heard.at : 0))
  const query = new URLSearchParams({ after: String(Math.max(0, Math.min(...known))) })
  if (topics.has('home')) query.set('home', '1')
  if (ids.length > 0) query.set('match_ids', ids.join(','))
  return `/api/live?${query}`
}

/** Until it is back the screens read at their own pace. */
function lost(): void {
  const held = stream !== null && Date.now() - stream.openedAt > HELD_MS
  close()
  attempts = held ? 1 : attempts + 1
  clearTimeout(waiting)
  waiting = setTimeout(
    () => {
      waiting = undefined
      settle()
    },
    reconnectDelay(attempts, Math.random()),
  )
}

function close(): void {
  clearTimeout(silence)
  stream?.source.close()
  stream = null
  setStreamed()
}

function isSame(one: ReadonlySet<LiveTopic>, other: ReadonlySet<LiveTopic>): boolean {
  return one.size === other.size && [...one].every((topic) => other.has(topic))
}
