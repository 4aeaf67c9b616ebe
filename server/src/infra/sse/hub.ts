import type { ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { LiveEvent, LiveMatch } from '@tribune/contract/live.ts'
import { LIVE_BEAT_MS } from '@tribune/domain/live.ts'
import { PROVIDER_REFRESH_MS } from '@tribune/domain/refresh.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../../kernel/clock.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Bus } from '../bus.ts'
import { Audience, type Room, type Topics } from './audience.ts'
import { frame, RETRY } from './frames.ts'
import { Memory } from './memory.ts'

/** More matches at once than this are read again rather than told one by one. */
const MOST_TOLD = 150
/** After a failed read of what changed, in milliseconds. */
const AGAIN_MS = 1_000
/** Who missed more than this reads again: a whole stand comes back at once. */
const MOST_MISSED_BYTES = 64 * 1024
/** The room may be full for a whole match: one line a minute says so. */
const COMPLAIN_EVERY_MS = 60_000

/** A match as it is told, and whether the home list shows it. */
export interface LiveChange extends LiveMatch {
  readonly listed: boolean
}

export interface Listener extends Topics {
  readonly address: string
  /** Server's time up to which the listener knows everything; `null`: it does not say. */
  readonly after: number | null
}

interface Parts {
  readonly bus: Bus
  readonly clock: Clock
  readonly log: FastifyBaseLogger
  readonly room: Room
  /** Reads matches as they are now. */
  readonly read: (ids: readonly number[]) => Promise<LiveChange[]>
  /** Called every so often while somebody listens: looks for news. */
  readonly onWatched: () => Promise<void>
}

/** Tells open screens what changed: read once per change, made into bytes once, written once to each listener. */
export class LiveHub {
  readonly #parts: Parts
  readonly #audience: Audience
  readonly #memory: Memory
  readonly #matches = new Set<number>()
  readonly #lineups = new Set<number>()
  #season = false
  readonly #timers: NodeJS.Timeout[]
  readonly #off: (() => void)[]
  #telling: Promise<void> | null = null
  #complainedAt = Number.NEGATIVE_INFINITY
  #closed = false

  constructor(parts: Parts) {
    const { bus, room } = parts
    this.#parts = parts
    this.#audience = new Audience(room)
    this.#memory = new Memory(this.#now())
    this.#off = [
      bus.on('matches', ({ ids }) => this.#note(this.#matches, ids)),
      bus.on('lineups', ({ ids }) => this.#note(this.#lineups, ids)),
      bus.on('season', () => this.#noteSeason()),
      bus.on('competitions', () => this.#resync()),
      bus.on('reset', () => this.#resync()),
    ]
    const beat = setInterval(() => void this.#tellAll({ event: 'beat', data: {} }), LIVE_BEAT_MS)
    const watch = setInterval(() => this.#lookForNews(), PROVIDER_REFRESH_MS)
    this.#timers = [beat.unref(), watch.unref()]
  }

  /** Keeps the answer open and tells it what changes. Refuses `busy` when there are as many listeners as this server takes. */
  follow(listener: Listener, open: () => ServerResponse): void {
    if (this.#closed) throw new Refusal('busy')
    if (!this.#audience.hasRoomFor(listener.address)) {
      this.#complain()
      throw new Refusal('busy')
    }
    const response = open()
    // In one go, without a copy of what all are told.
    response.cork()
    for (const bytes of [RETRY, ...this.#greeting(listener)]) response.write(bytes)
    response.uncork()
    this.#audience.add(response, listener.address, listener)
  }

  /** Ends every stream. What is being read is let to its end. */
  async close(): Promise<void> {
    this.#closed = true
    for (const off of this.#off) off()
    for (const timer of this.#timers) clearInterval(timer)
    this.#audience.close()
    await this.#telling
  }

  #now(): number {
    return this.#parts.clock.now().getTime()
  }

  #greeting({ home, matchIds, after }: Listener): Buffer[] {
    const now = this.#now()
    const told = after === null ? [] : this.#memory.after(after)
    const wanted = told?.filter(
      ({ matchId, home: isListed }) => matchId === null || (home && isListed) || matchIds.includes(matchId),
    )
    const isKnown =
      wanted !== undefined && wanted.reduce((sum, { bytes }) => sum + bytes.length, 0) <= MOST_MISSED_BYTES
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
    if (this.#telling !== null || this.#closed) return
    this.#telling = this.#tellNoted().finally(() => {
      this.#telling = null
      if (this.#season || this.#matches.size + this.#lineups.size > 0) this.#wake()
    })
  }

  /** What changes while this reads and tells is told next: one telling at a time, in order. */
  async #tellNoted(): Promise<void> {
    if (this.#matches.size > MOST_TOLD) return this.#resync()
    const [ids, lineups, season] = [take(this.#matches), take(this.#lineups), this.#season]
    this.#season = false
    try {
      if (ids.length > 0) await this.#tellMatches(await this.#parts.read(ids))
      await this.#tellLineups(lineups)
      // After the results it was added up from.
      if (season) await this.#tellSeason()
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'changes could not be read for the listeners')
      for (const id of ids) this.#matches.add(id)
      for (const id of lineups) this.#lineups.add(id)
      this.#season ||= season
      await delay(AGAIN_MS)
    }
  }

  async #tellMatches(changes: readonly LiveChange[]): Promise<void> {
    const at = this.#now()
    const events = changes.map(({ listed, ...data }) => {
      const event = { at, bytes: frame({ event: 'match', data }, at), matchId: data.match.match_id, home: listed }
      this.#memory.keep(`match:${event.matchId}`, event)
      return event
    })
    const listed = events.filter((event) => event.home)
    if (listed.length > 0) await this.#audience.tellHome(Buffer.concat(listed.map(({ bytes }) => bytes)))
    for (const { matchId, bytes, home } of events) {
      await this.#audience.tellFollowers(matchId, bytes, { toldHome: home })
    }
  }

  async #tellLineups(ids: readonly number[]): Promise<void> {
    const at = this.#now()
    for (const id of ids) {
      const bytes = frame({ event: 'lineup', data: { match_id: id } }, at)
      this.#memory.keep(`lineup:${id}`, { at, bytes, matchId: id, home: false })
      await this.#audience.tellFollowers(id, bytes, { toldHome: false })
    }
  }

  async #tellSeason(): Promise<void> {
    const at = this.#now()
    const bytes = frame({ event: 'season', data: {} }, at)
    this.#memory.keep('season', { at, bytes, matchId: null, home: false })
    await this.#audience.tellAll(bytes)
  }

  /** Everything may have changed, or something may have been missed: screens are read again. */
  #resync(): void {
    this.#matches.clear()
    this.#lineups.clear()
    this.#season = false
    this.#memory.forget(this.#now())
    void this.#tellAll({ event: 'resync', data: {} })
  }

  #tellAll(event: LiveEvent): Promise<void> {
    return this.#audience.tellAll(frame(event, this.#now()))
  }

  #complain(): void {
    const now = this.#now()
    if (now - this.#complainedAt < COMPLAIN_EVERY_MS) return
    this.#complainedAt = now
    this.#parts.log.warn({ listeners: this.#audience.size }, 'no room for a listener')
  }

  #lookForNews(): void {
    if (this.#audience.size === 0) return
    this.#parts.onWatched().catch((error: unknown) => this.#parts.log.warn({ err: error }, 'no news could be read'))
  }
}

function take(noted: Set<number>): number[] {
  const ids = [...noted]
  noted.clear()
  return ids
}
