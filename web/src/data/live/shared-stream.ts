import type { LiveEvent } from '@tribune/contract/live.ts'
import { LIVE_MATCHES_LIMIT, LIVE_SILENCE_MS } from '@tribune/protocol/live.ts'
import type { LiveTopic } from './streaming.ts'

/** Topics that a tab follows, and the server's time up to which it has received everything about them. No topics: it follows none. */
export interface Want {
  readonly topics: ReadonlySet<LiveTopic>
  readonly known: number
}

/** An event of the stream: its name, its line of JSON, and the server's time. Public, so any tab may read it. */
export interface StreamEvent {
  readonly name: LiveEvent['event']
  readonly data: string
  readonly at: number
}

/** A message between the tabs of one browser. */
type TabMessage =
  | { readonly kind: 'want'; readonly tab: string; readonly want: Want }
  | { readonly kind: 'lead' }
  | { readonly kind: 'event'; readonly event: StreamEvent; readonly topics: ReadonlySet<LiveTopic> }
  | { readonly kind: 'lost' }

export interface Locks {
  request(name: string, options: { signal: AbortSignal }, lead: () => Promise<void>): Promise<void>
}

interface Parts {
  /** A name that no other tab has. */
  readonly tab: string
  readonly locks: Locks
  readonly channel: Pick<BroadcastChannel, 'onmessage' | 'postMessage'>
  /** Returns what this tab follows now: nothing while it is hidden or frozen. */
  readonly wanted: () => Want
  /** Opens the stream, in place of an open one; `null` ends it. Called by the leader alone. */
  readonly connect: (want: Want | null) => void
  readonly take: (event: StreamEvent, topics: ReadonlySet<LiveTopic>) => void
  /** Reports the topics that arrive at this tab: none means that its screens poll. */
  readonly onTopics: (topics: ReadonlySet<LiveTopic>) => void
}

export interface SharedStream {
  /** Reads `wanted` again. */
  readonly settle: () => void
  /** Passes on an event of this tab's stream. */
  readonly pass: (event: StreamEvent, topics: ReadonlySet<LiveTopic>) => void
  /** Handles the loss of this tab's stream. */
  readonly lose: () => void
  /** Returns what the stream of this tab has to bring: its own topics, and those of the other tabs if it leads. */
  readonly wantedByAll: () => Want
}

const LOCK = 'tribune-live'
const NO_TOPICS: ReadonlySet<LiveTopic> = new Set()

/**
 * Shares one stream among the tabs of a browser (docs/decisions/088): over HTTP/1.1 it has six connections for a server, and each stream takes one. The
 * tab that holds the lock leads: it opens the stream for all tabs and passes each event on. Only a tab that follows something holds or awaits the lock,
 * so a hidden or frozen one gives it up, and the browser hands over that of a tab that died. A follower that hears nothing for two heartbeats polls.
 */
export function shareStream(parts: Parts): SharedStream {
  const others = new Map<string, { readonly want: Want; readonly heardAt: number }>()
  let own: Want = { topics: NO_TOPICS, known: 0 }
  let candidacy: AbortController | null = null
  let leads = false
  /** Whether the leader has asked the server for what this tab had missed: before its `hello`, later events would hide a gap. */
  let isJoined = false
  let silence: ReturnType<typeof setTimeout> | undefined

  const post = (message: TabMessage) => parts.channel.postMessage(message)
  const announce = () => post({ kind: 'want', tab: parts.tab, want: parts.wanted() })

  function settle(): void {
    const before = own
    own = parts.wanted()
    if (isSame(before.topics, own.topics)) return
    isJoined = false
    announce()
    if (own.topics.size === 0) withdraw()
    else if (candidacy === null) stand()
    else if (leads) parts.connect(wantedByAll())
  }

  function stand(): void {
    candidacy = new AbortController()
    const { signal } = candidacy
    const hold = () => {
      if (!signal.aborted) lead()
      return new Promise<void>((release) => {
        if (signal.aborted) release()
        else signal.addEventListener('abort', () => release())
      })
    }
    // A browser that refuses locks, as some do without storage, has a stream for each tab.
    parts.locks.request(LOCK, { signal }, hold).catch(() => signal.aborted || lead())
  }

  function withdraw(): void {
    clearTimeout(silence)
    if (leads) {
      parts.connect(null)
      post({ kind: 'lost' })
    }
    leads = false
    candidacy?.abort()
    candidacy = null
    parts.onTopics(NO_TOPICS)
  }

  function lead(): void {
    leads = true
    clearTimeout(silence)
    post({ kind: 'lead' })
    parts.connect(wantedByAll())
  }

  function wantedByAll(): Want {
    forgetSilent()
    const wants = [parts.wanted(), ...[...others.values()].map(({ want }) => want)]
    const topics = wants.flatMap((want) => [...want.topics])
    const matches = [...new Set(topics.filter((topic) => topic !== 'home'))].slice(0, LIVE_MATCHES_LIMIT)
    return {
      topics: new Set(topics.includes('home') ? ['home', ...matches] : matches),
      known: Math.min(...wants.map(({ known }) => known)),
    }
  }

  /** Tabs answer each heartbeat: one that did not for two has died. */
  function forgetSilent(): void {
    for (const [tab, { heardAt }] of others) if (Date.now() - heardAt > LIVE_SILENCE_MS) others.delete(tab)
  }

  function pass(event: StreamEvent, topics: ReadonlySet<LiveTopic>): void {
    parts.take(event, topics)
    parts.onTopics(topics)
    post({ kind: 'event', event, topics })
  }

  function lose(): void {
    parts.onTopics(NO_TOPICS)
    post({ kind: 'lost' })
  }

  parts.channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (data.kind === 'want') hearWant(data.tab, data.want)
    else if (own.topics.size > 0 && !leads) hearLeader(data)
  }

  function hearWant(tab: string, want: Want): void {
    forgetSilent()
    const before = others.get(tab)?.want.topics ?? NO_TOPICS
    if (want.topics.size === 0) others.delete(tab)
    else others.set(tab, { want, heardAt: Date.now() })
    // The server sends a joining tab the events that it missed, even for topics that the stream already has.
    if (leads && want.topics.size > 0 && !isSame(before, want.topics)) parts.connect(wantedByAll())
  }

  function hearLeader(message: Exclude<TabMessage, { kind: 'want' }>): void {
    clearTimeout(silence)
    if (message.kind === 'lead') announce()
    else if (message.kind === 'lost') parts.onTopics(NO_TOPICS)
    else hearEvent(message.event, message.topics)
  }

  function hearEvent(event: StreamEvent, topics: ReadonlySet<LiveTopic>): void {
    silence = setTimeout(() => parts.onTopics(NO_TOPICS), LIVE_SILENCE_MS)
    isJoined ||= event.name === 'hello'
    if (!isJoined) return
    parts.take(event, topics)
    parts.onTopics(topics)
    if (event.name === 'beat') announce()
  }

  return { settle, pass, lose, wantedByAll }
}

function isSame(one: ReadonlySet<LiveTopic>, other: ReadonlySet<LiveTopic>): boolean {
  return one.size === other.size && [...one].every((topic) => other.has(topic))
}
