import { LIVE_SILENCE_MS, reconnectDelay } from '@tribune/protocol/live.ts'
import { onServer } from '../../lib/native/server.ts'
import type { StreamEvent, Want } from './shared-stream.ts'
import type { LiveTopic } from './streaming.ts'

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
export class Connection {
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
