import type { LiveEvent } from '@tribune/contract/live.ts'
import { isSlowConnection, LIVE_SILENCE_MS, reconnectDelay } from '@tribune/protocol/live.ts'
import { connectionType, isOnline, isVisible, onPresenceChange, savesData } from '../../lib/device/platform.ts'
import { recordServerTime } from '../../lib/http/server-clock.ts'
import { onServer } from '../../lib/native/server.ts'
import { readAt, takeLineup, takeMatch, takeResync, takeSeason } from './live-cache.ts'
import { type LiveTopic, setStreamed } from './streaming.ts'

/** A stream that lasted this long counts as stable: its loss resets the backoff. In milliseconds. */
const STABLE_MS = 30_000

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
/** Server's time of the last event, and the topics followed then, whose events have all been received up to it. */
let heard: { readonly at: number; readonly topics: ReadonlySet<LiveTopic> } = { at: 0, topics: new Set() }

/** Puts events of a topic into the cache while the page is in the foreground. Returns a function that stops. One stream serves the whole page. */
export function follow(topic: LiveTopic): () => void {
  const follower = {}
  followed.set(follower, topic)
  queueMicrotask(settle)
  return () => {
    followed.delete(follower)
    // Another screen may follow the topic right away.
    setTimeout(settle)
  }
}

onPresenceChange(restart)

/** Retries immediately when the page returns or the network changes. */
function restart(): void {
  clearTimeout(waiting)
  waiting = undefined
  attempts = 0
  settle()
}

/** Opens, closes or replaces the stream, by the topics that are followed now. */
function settle(): void {
  const topics = wanted()
  if (stream !== null && isSame(stream.topics, topics)) return
  close()
  if (topics.size > 0 && waiting === undefined) open(topics)
}

function wanted(): ReadonlySet<LiveTopic> {
  const able = isVisible() && isOnline() && !savesData() && !isSlowConnection(connectionType())
  return new Set(able ? followed.values() : [])
}

function open(topics: ReadonlySet<LiveTopic>): void {
  const source = new EventSource(onServer(addressOf(topics)))
  stream = { source, topics, openedAt: Date.now() }
  listen(source, 'hello', ({ missed }) => {
    if (missed) takeResync()
    setStreamed(topics)
  })
  listen(source, 'match', takeMatch)
  listen(source, 'lineup', ({ match_id }, at) => takeLineup(match_id, at))
  listen(source, 'season', takeSeason)
  listen(source, 'resync', takeResync)
  listen(source, 'beat', () => {})
  source.onerror = lost
  silence = setTimeout(lost, LIVE_SILENCE_MS)
}

type DataOf<Name extends LiveEvent['event']> = Extract<LiveEvent, { event: Name }>['data']

function listen<Name extends LiveEvent['event']>(
  source: EventSource,
  name: Name,
  take: (data: DataOf<Name>, at: number) => void,
): void {
  source.addEventListener(name, ({ data, lastEventId }) => {
    if (stream?.source !== source) return
    clearTimeout(silence)
    silence = setTimeout(lost, LIVE_SILENCE_MS)
    const at = Number(lastEventId)
    // Not from repeated events, whose time is in the past.
    if (at >= heard.at) recordServerTime(at, Date.now())
    take(JSON.parse(data), at)
    heard = { at: Math.max(at, heard.at), topics: stream.topics }
  })
}

/** Returns the address of the stream. `after` is the oldest read among the topics, or their last event if that is later. */
function addressOf(topics: ReadonlySet<LiveTopic>): string {
  const ids = [...topics].filter((topic) => topic !== 'home')
  const known = [...topics].map((topic) => Math.max(readAt(topic) ?? 0, heard.topics.has(topic) ? heard.at : 0))
  const query = new URLSearchParams({ after: String(Math.max(0, Math.min(...known))) })
  if (topics.has('home')) query.set('home', '1')
  if (ids.length > 0) query.set('match_ids', ids.join(','))
  return `/api/live?${query}`
}

/** Handles a lost stream: reconnects after a delay. Screens poll meanwhile. */
function lost(): void {
  const wasStable = stream !== null && Date.now() - stream.openedAt > STABLE_MS
  close()
  attempts = wasStable ? 1 : attempts + 1
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
