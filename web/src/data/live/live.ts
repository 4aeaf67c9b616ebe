import type { LiveEvent } from '@tribune/contract/live.ts'
import { isSlowConnection, LIVE_SILENCE_MS, reconnectDelay } from '@tribune/protocol/live.ts'
import { connectionType, isOnline, isVisible, onPresenceChange, savesData } from '../../lib/device/platform.ts'
import { recordServerTime } from '../../lib/http/server-clock.ts'
import { onServer } from '../../lib/native/server.ts'
import { readAt, takeLineup, takeMatch, takeResync, takeSeason } from './live-cache.ts'
import { type Locks, type StreamEvent, shareStream, type Want } from './shared-stream.ts'
import { type LiveTopic, setStreamed } from './streaming.ts'

const CHANNEL = 'tribune-live'
/** For browsers without Web Locks: each tab leads, and hears no other. */
const ALONE = {
  locks: { request: (_name: string, _options: object, lead: () => Promise<void>) => lead() },
  channel: { onmessage: null, postMessage: () => {} },
}

/** A stream that lasted this long counts as stable: its loss resets the backoff. In milliseconds. */
const STABLE_MS = 30_000
const EVENTS: readonly StreamEvent['name'][] = ['hello', 'match', 'lineup', 'season', 'resync', 'beat']

interface Parts {
  /** Returns what a stream opened now has to bring. */
  readonly wanted: () => Want
  readonly onEvent: (event: StreamEvent, topics: ReadonlySet<LiveTopic>) => void
  readonly onLost: () => void
}

/** The stream of this tab: opened and closed by the leader, and opened again after a growing pause when it is lost. */
class Connection {
  readonly #parts: Parts
  #source: EventSource | null = null
  #openedAt = 0
  #isWanted = false
  #attempts = 0
  #silence: ReturnType<typeof setTimeout> | undefined
  #waiting: ReturnType<typeof setTimeout> | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Opens the stream, in place of an open one; `null` ends it. A pause after a loss runs on. */
  connect(want: Want | null): void {
    this.#isWanted = want !== null
    this.#close()
    if (want !== null && this.#waiting === undefined) this.#open(want)
  }

  /** Ends the pause after a loss: the page returned or the network changed. */
  retryNow(): void {
    clearTimeout(this.#waiting)
    this.#waiting = undefined
    this.#attempts = 0
    if (this.#isWanted && this.#source === null) this.#open(this.#parts.wanted())
  }

  #open({ topics, known }: Want): void {
    const source = new EventSource(onServer(addressOf(topics, known)))
    this.#source = source
    this.#openedAt = Date.now()
    for (const name of EVENTS) {
      source.addEventListener(name, ({ data, lastEventId }) => {
        if (this.#source !== source) return
        this.#awaitNext()
        this.#parts.onEvent({ name, data, at: Number(lastEventId) }, topics)
      })
    }
    source.onerror = () => this.#lose()
    this.#awaitNext()
  }

  #awaitNext(): void {
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => this.#lose(), LIVE_SILENCE_MS)
  }

  /** Screens poll until the stream is back. */
  #lose(): void {
    const wasStable = Date.now() - this.#openedAt > STABLE_MS
    this.#close()
    this.#attempts = wasStable ? 1 : this.#attempts + 1
    clearTimeout(this.#waiting)
    this.#waiting = setTimeout(
      () => {
        this.#waiting = undefined
        if (this.#isWanted) this.#open(this.#parts.wanted())
      },
      reconnectDelay(this.#attempts, Math.random()),
    )
    this.#parts.onLost()
  }

  #close(): void {
    clearTimeout(this.#silence)
    this.#source?.close()
    this.#source = null
  }
}

function addressOf(topics: ReadonlySet<LiveTopic>, known: number): string {
  const ids = [...topics].filter((topic) => topic !== 'home')
  const query = new URLSearchParams({ after: String(Math.max(0, known)) })
  if (topics.has('home')) query.set('home', '1')
  if (ids.length > 0) query.set('match_ids', ids.join(','))
  return `/api/live?${query}`
}

const followed = new Map<object, LiveTopic>()
let isFrozen = false
/** Server's time of the last event, and the topics followed then, whose events have all been received up to it. */
let heard: { readonly at: number; readonly topics: ReadonlySet<LiveTopic> } = { at: 0, topics: new Set() }

const connection = new Connection({
  wanted: () => shared.wantedByAll(),
  onEvent: (event, topics) => shared.pass(event, topics),
  onLost: () => shared.lose(),
})
const shared = shareStream({
  tab: String(Math.random()),
  ...sharing(),
  wanted,
  connect: (want) => connection.connect(want),
  take,
  onTopics: setStreamed,
})

/** Puts events of a topic into the cache while the page is in the foreground. Returns a function that stops. One stream serves all tabs of the browser. */
export function follow(topic: LiveTopic): () => void {
  const follower = {}
  followed.set(follower, topic)
  queueMicrotask(shared.settle)
  return () => {
    followed.delete(follower)
    // Another screen may follow the topic right away.
    setTimeout(shared.settle)
  }
}

onPresenceChange(restart)
document.addEventListener('freeze', () => freeze(true))
document.addEventListener('resume', () => freeze(false))

function freeze(frozen: boolean): void {
  isFrozen = frozen
  restart()
}

/** Retries immediately when the page returns or the network changes. */
function restart(): void {
  shared.settle()
  connection.retryNow()
}

function sharing(): { readonly locks: Locks; readonly channel: Pick<BroadcastChannel, 'onmessage' | 'postMessage'> } {
  const { locks } = navigator as Partial<Pick<Navigator, 'locks'>>
  return locks === undefined ? ALONE : { locks, channel: new BroadcastChannel(CHANNEL) }
}

/** Returns the topics followed now. `known` is the oldest read among them, or their last event if that is later. */
function wanted(): Want {
  const able = isVisible() && !isFrozen && isOnline() && !savesData() && !isSlowConnection(connectionType())
  const topics = new Set(able ? followed.values() : [])
  const known = [...topics].map((topic) => Math.max(readAt(topic) ?? 0, heard.topics.has(topic) ? heard.at : 0))
  return { topics, known: Math.min(...known) }
}

type Take<Name> = (data: Extract<LiveEvent, { event: Name }>['data'], at: number) => void

const TAKE: { readonly [Name in LiveEvent['event']]: Take<Name> } = {
  hello: ({ missed }) => missed && takeResync(),
  match: takeMatch,
  lineup: ({ match_id }, at) => takeLineup(match_id, at),
  season: takeSeason,
  resync: takeResync,
  beat: () => {},
}

function take({ name, data, at }: StreamEvent, topics: ReadonlySet<LiveTopic>): void {
  // Not from repeated events, whose time is in the past.
  if (at >= heard.at) recordServerTime(at, Date.now())
  const run: (data: never, at: number) => void = TAKE[name]
  run(JSON.parse(data) as never, at)
  heard = { at: Math.max(at, heard.at), topics }
}
