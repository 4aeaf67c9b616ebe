import type { ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { LiveEvent, LiveMatch } from '@tribune/contract/live.ts'
import { PROVIDER_REFRESH_MS } from '@tribune/domain/matches/pace.ts'
import { LIVE_BEAT_MS } from '@tribune/protocol/live.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../../kernel/clock.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Bus } from '../bus.ts'
import { Audience, type ListenerLimits, type Topics } from './audience.ts'

/** If more matches change at once, screens read again instead of getting an event for each. */
const MAX_MATCHES = 150
/** Delay after a failed read of changes, in milliseconds. */
const RETRY_MS = 1_000
/** A listener that missed more than this reads again, because a whole stadium may reconnect at once. */
const MAX_MISSED_BYTES = 64 * 1024
/** The server may be full for a whole match: log that once a minute. */
const LOG_EVERY_MS = 60_000

/** A match in the form that listeners receive, and whether the home list shows it. */
export interface LiveChange extends LiveMatch {
  readonly listed: boolean
}

interface Listener extends Topics {
  readonly address: string
  /** Server's time up to which the listener is up to date; `null` if unknown. */
  readonly after: number | null
}

interface Parts {
  readonly bus: Bus
  readonly clock: Clock
  readonly log: FastifyBaseLogger
  readonly limits: ListenerLimits
  /** Reads the current state of matches. */
  readonly read: (ids: readonly number[]) => Promise<LiveChange[]>
  /** Called at intervals while somebody listens, to look for news. */
  readonly onWatched: () => Promise<void>
}

/** Pushes changes to open screens: reads each change once, encodes it once, and writes it once to each listener (docs/decisions/041). */
export class LiveHub {
  readonly #parts: Parts
  readonly #audience: Audience
  readonly #recent: RecentEvents
  readonly #matches = new Set<number>()
  readonly #lineups = new Set<number>()
  #season = false
  readonly #timers: NodeJS.Timeout[]
  readonly #off: (() => void)[]
  #sending: Promise<void> | null = null
  #loggedAt = Number.NEGATIVE_INFINITY
  #closed = false

  constructor(parts: Parts) {
    const { bus, limits } = parts
    this.#parts = parts
    this.#audience = new Audience(limits)
    this.#recent = new RecentEvents(this.#now())
    this.#off = [
      bus.on('matches', ({ ids }) => this.#note(this.#matches, ids)),
      bus.on('lineups', ({ ids }) => this.#note(this.#lineups, ids)),
      bus.on('season', () => this.#noteSeason()),
      bus.on('competitions', () => this.#resync()),
      bus.on('reset', () => this.#resync()),
    ]
    const beat = setInterval(() => void this.#sendToAll({ event: 'beat', data: {} }), LIVE_BEAT_MS)
    const watch = setInterval(() => this.#lookForNews(), PROVIDER_REFRESH_MS)
    this.#timers = [beat.unref(), watch.unref()]
  }

  get listeners(): number {
    return this.#audience.size
  }

  /** Keeps an answer open and sends it the changes. Refuses with `busy` if the server or the address has too many listeners. */
  follow(listener: Listener, open: () => ServerResponse): void {
    if (this.#closed) throw new Refusal('busy')
    if (!this.#audience.hasRoomFor(listener.address)) {
      this.#logFull()
      throw new Refusal('busy')
    }
    const response = open()
    // One write, without copying the shared buffers.
    response.cork()
    for (const bytes of [RETRY, ...this.#greeting(listener)]) response.write(bytes)
    response.uncork()
    this.#audience.add(response, listener.address, listener)
  }

  /** Ends all streams, and waits for the current send. */
  async close(): Promise<void> {
    this.#closed = true
    for (const off of this.#off) off()
    for (const timer of this.#timers) clearInterval(timer)
    this.#audience.close()
    await this.#sending
  }

  #now(): number {
    return this.#parts.clock.now().getTime()
  }

  #greeting({ home, matchIds, after }: Listener): Buffer[] {
    const now = this.#now()
    const events = after === null ? [] : this.#recent.after(after)
    const wanted = events?.filter(
      ({ matchId, home: isListed }) => matchId === null || (home && isListed) || matchIds.includes(matchId),
    )
    const isKnown = wanted !== undefined && wanted.reduce((sum, { bytes }) => sum + bytes.length, 0) <= MAX_MISSED_BYTES
    const hello = frame({ event: 'hello', data: { now: new Date(now).toISOString(), missed: !isKnown } }, now)
    return [hello, ...(isKnown ? wanted.map(({ bytes }) => bytes) : [])]
  }

  #note(noted: Set<number>, ids: readonly number[]): void {
    for (const id of ids) noted.add(id)
    this.#wake()
  }

  #noteSeason(): void {
    this.#season = true
    this.#wake()
  }

  #wake(): void {
    if (this.#sending !== null || this.#closed) return
    this.#sending = this.#sendNoted().finally(() => {
      this.#sending = null
      if (this.#season || this.#matches.size + this.#lineups.size > 0) this.#wake()
    })
  }

  /** Sends one batch of changes at a time, in order. Changes that arrive during a batch go into the next one. */
  async #sendNoted(): Promise<void> {
    if (this.#matches.size > MAX_MATCHES) return this.#resync()
    const [ids, lineups, season] = [take(this.#matches), take(this.#lineups), this.#season]
    this.#season = false
    try {
      if (ids.length > 0) await this.#sendMatches(await this.#parts.read(ids))
      await this.#sendLineups(lineups)
      // After the results that it is computed from.
      if (season) await this.#sendSeason()
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'changes could not be read for the listeners')
      for (const id of ids) this.#matches.add(id)
      for (const id of lineups) this.#lineups.add(id)
      this.#season ||= season
      await delay(RETRY_MS)
    }
  }

  async #sendMatches(changes: readonly LiveChange[]): Promise<void> {
    const at = this.#now()
    const events = changes.map(({ listed, ...data }) => {
      const event = { at, bytes: frame({ event: 'match', data }, at), matchId: data.match.match_id, home: listed }
      this.#recent.add(`match:${event.matchId}`, event)
      return event
    })
    const listed = events.filter((event) => event.home)
    if (listed.length > 0) await this.#audience.sendToHome(Buffer.concat(listed.map(({ bytes }) => bytes)))
    for (const { matchId, bytes, home } of events) {
      await this.#audience.sendToFollowers(matchId, bytes, { sentToHome: home })
    }
  }

  async #sendLineups(ids: readonly number[]): Promise<void> {
    const at = this.#now()
    for (const id of ids) {
      const bytes = frame({ event: 'lineup', data: { match_id: id } }, at)
      this.#recent.add(`lineup:${id}`, { at, bytes, matchId: id, home: false })
      await this.#audience.sendToFollowers(id, bytes, { sentToHome: false })
    }
  }

  async #sendSeason(): Promise<void> {
    const at = this.#now()
    const bytes = frame({ event: 'season', data: {} }, at)
    this.#recent.add('season', { at, bytes, matchId: null, home: false })
    await this.#audience.sendToAll(bytes)
  }

  /** Makes all screens read again, because everything may have changed, or an event may have been missed. */
  #resync(): void {
    this.#matches.clear()
    this.#lineups.clear()
    this.#season = false
    this.#recent.clear(this.#now())
    void this.#sendToAll({ event: 'resync', data: {} })
  }

  #sendToAll(event: LiveEvent): Promise<void> {
    return this.#audience.sendToAll(frame(event, this.#now()))
  }

  #logFull(): void {
    const now = this.#now()
    if (now - this.#loggedAt < LOG_EVERY_MS) return
    this.#loggedAt = now
    this.#parts.log.warn({ listeners: this.#audience.size }, 'listener limit reached')
  }

  #lookForNews(): void {
    if (this.#audience.size === 0) return
    this.#parts.onWatched().catch((error: unknown) => this.#parts.log.warn({ err: error }, 'failed to read updates'))
  }
}

function take(noted: Set<number>): number[] {
  const ids = [...noted]
  noted.clear()
  return ids
}

/** Encodes an event. JSON has no line breaks, so `data` is one line. */
function frame({ event, data }: LiveEvent, at: number): Buffer {
  return Buffer.from(`id: ${at}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
}

/** Delay after which browsers reconnect on their own. Our pages wait longer, each for a random time. */
const RETRY = Buffer.from('retry: 5000\n\n')

/** Limits of the stored events: their number, and their age in milliseconds. */
const MAX_EVENTS = 1_000
const MAX_AGE_MS = 15 * 60_000
/** More than the clocks of servers and phones differ, in milliseconds. Sending an event twice does no harm. */
const CLOCK_TOLERANCE_MS = 30_000

/** The newest event about one thing. */
export interface RecentEvent {
  readonly at: number
  readonly bytes: Buffer
  /** `null` for an event that goes to everybody. */
  readonly matchId: number | null
  /** Of interest to the home list too. */
  readonly home: boolean
}

/** Recent events, for listeners that reconnect. Each event has the whole state of its match, so the newest per match suffices. */
export class RecentEvents {
  /** In sending order. */
  readonly #events = new Map<string, RecentEvent>()
  /** No event since this time is missing. */
  #since: number

  constructor(now: number) {
    this.#since = now
  }

  add(key: string, event: RecentEvent): void {
    this.#events.delete(key)
    this.#events.set(key, event)
    for (const [oldKey, old] of this.#events) {
      if (this.#events.size <= MAX_EVENTS && old.at >= event.at - MAX_AGE_MS) break
      this.#events.delete(oldKey)
      this.#since = Math.max(this.#since, old.at + 1)
    }
  }

  /** Drops all events, because those before `now` are obsolete or incomplete. */
  clear(now: number): void {
    this.#events.clear()
    this.#since = now
  }

  /** Returns the events since a listener was up to date, or `null` if that is too long ago. */
  after(known: number): readonly RecentEvent[] | null {
    const from = known - CLOCK_TOLERANCE_MS
    if (from < this.#since) return null
    return [...this.#events.values()].filter((event) => event.at >= from)
  }
}
