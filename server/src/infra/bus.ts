import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import pg from 'pg'
import { z } from 'zod'
import { wireSettings } from './database/pool.ts'

/** Events about changes. They carry only ids: listeners read the rest from the database. */
export interface BusEvents {
  /** Rows of these matches changed: status, minute, score, coefficient, result. */
  matches: { ids: readonly number[] }
  /** Lineups of these matches changed. */
  lineups: { ids: readonly number[] }
  /** The season ranking changed. */
  season: Record<string, never>
  /** Competitions or coefficients changed. */
  competitions: Record<string, never>
  /** The notice to all fans changed. */
  notice: Record<string, never>
  /** A fan's sessions or identity changed: drop what is cached of them. */
  fan: { id: string }
  /** Messages of other servers may have been missed: drop all caches. */
  reset: Record<string, never>
}

type Name = keyof BusEvents

const ids = z.object({ ids: z.array(z.number()) })
const empty = z.object({})
const EVENTS: { readonly [N in Name]: z.ZodType<BusEvents[N]> } = {
  matches: ids,
  lineups: ids,
  season: empty,
  competitions: empty,
  notice: empty,
  fan: z.object({ id: z.string() }),
  reset: empty,
}
const message = z.tuple([z.string(), z.enum(Object.keys(EVENTS) as Name[]), z.unknown()])

const CHANNEL = 'tribune'
/** PostgreSQL limits a NOTIFY payload to less than 8000 bytes, so longer lists are split. */
const IDS_PER_MESSAGE = 300
const RECONNECT_MS = 1_000
/** Time limit of connecting, and of a query. */
const LIMIT_MS = 2_000
/** Interval of heartbeats. A beat not received by the next one is lost, so a dead connection is noticed within 3 s. */
const BEAT_MS = 1_500

/** Calls back at an interval; returns a function that stops it. */
export type Every = (ms: number, callback: () => void) => () => void

const everyInterval: Every = (ms, callback) => {
  const timer = setInterval(callback, ms).unref()
  return () => clearInterval(timer)
}

interface BusParts {
  readonly databaseUrl: string
  /** Receives the reason why a connection was dropped, or a message not sent. */
  readonly onTrouble: (error: unknown) => void
  readonly every?: Every
}

/** A LISTEN connection and its state. */
interface Line {
  readonly client: pg.Client
  /** Whether the last heartbeat came back. */
  echoed: boolean
}

/**
 * Publishes changes on this server and, by LISTEN/NOTIFY, on all others. Uses a connection of its own, and sends itself heartbeats over it, so
 * that a dead connection is replaced (docs/decisions/041).
 */
export class Bus {
  readonly #emitter = new EventEmitter()
  readonly #origin = randomUUID()
  /** Channel of this server's own heartbeats. */
  readonly #echo = `${CHANNEL}_${this.#origin.replaceAll('-', '')}`
  readonly #parts: BusParts
  #line: Line | null = null
  #endBeats = () => {}
  #stopped = false
  /** Whether a message was not sent, so that the other servers must drop their caches as soon as they can be reached. */
  #owesReset = false

  constructor(parts: BusParts) {
    this.#parts = parts
    this.#emitter.setMaxListeners(100)
  }

  on<N extends Name>(name: N, listener: (event: BusEvents[N]) => void): () => void {
    this.#emitter.on(name, listener)
    return () => this.#emitter.off(name, listener)
  }

  /**
   * Notifies local listeners at once, and other servers through PostgreSQL. Call it after the commit. Never fails: servers that could not be
   * reached drop their caches later.
   */
  async publish<N extends Name>(name: N, event: BusEvents[N]): Promise<void> {
    this.#emitter.emit(name, event)
    try {
      for (const part of partsOf(event)) await this.#send(name, part)
    } catch (error) {
      this.#owesReset = true
      this.#parts.onTrouble(error)
    }
  }

  /** Fails when the first connection cannot be made. */
  async start(): Promise<void> {
    await this.#connect()
    this.#endBeats = (this.#parts.every ?? everyInterval)(BEAT_MS, () => void this.#beat())
  }

  stop(): void {
    this.#stopped = true
    this.#endBeats()
    if (this.#line !== null) hangUp(this.#line.client)
    this.#line = null
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      ...wireSettings(this.#parts.databaseUrl, 'tribune-bus'),
      connectionTimeoutMillis: LIMIT_MS,
      query_timeout: LIMIT_MS,
    })
    const line: Line = { client, echoed: true }
    client.on('notification', ({ channel, payload }) => {
      if (channel === CHANNEL) this.#receive(payload ?? '')
      else line.echoed = true
    })
    client.on('error', (error) => this.#lose(line, error))
    client.on('end', () => this.#lose(line, new Error('The bus connection ended')))
    try {
      await client.connect()
      await client.query(`LISTEN ${CHANNEL}; LISTEN ${this.#echo}`)
    } catch (error) {
      hangUp(client)
      throw error
    }
    if (this.#stopped) hangUp(client)
    else this.#line = line
  }

  async #send(name: Name, content: object): Promise<void> {
    if (this.#line === null) throw new Error('The bus is not connected')
    const payload = JSON.stringify([this.#origin, name, content])
    await this.#line.client.query('SELECT pg_notify($1, $2)', [CHANNEL, payload])
  }

  /** Checks that the last heartbeat came back, and sends another. */
  async #beat(): Promise<void> {
    const line = this.#line
    if (line === null) return
    // After a pause of the whole process the echo may not have been read yet.
    if (!line.echoed) await new Promise(setImmediate)
    if (!line.echoed) return this.#lose(line, new Error('The bus no longer hears itself'))
    line.echoed = false
    try {
      await line.client.query('SELECT pg_notify($1, $2)', [this.#echo, ''])
      if (this.#owesReset) await this.#send('reset', {})
      this.#owesReset = false
    } catch (error) {
      this.#lose(line, error)
    }
  }

  /** Ignores messages that it does not understand, such as those of a newer server. */
  #receive(payload: string): void {
    const read = message.safeParse(parsed(payload))
    if (!read.success) return
    const [origin, name, content] = read.data
    const event = EVENTS[name].safeParse(content)
    if (origin !== this.#origin && event.success) this.#emitter.emit(name, event.data)
  }

  #lose(line: Line, error: unknown): void {
    if (this.#stopped || this.#line !== line) return
    this.#line = null
    hangUp(line.client)
    this.#parts.onTrouble(error)
    this.#reconnect()
  }

  #reconnect(): void {
    if (this.#stopped) return
    const again = () => setTimeout(() => this.#reconnect(), RECONNECT_MS).unref()
    this.#connect().then(() => this.#emitter.emit('reset', {}), again)
  }
}

/** Closes the socket at once, because the other end may not answer any more. */
function hangUp(client: pg.Client): void {
  client.connection.stream.destroy()
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function partsOf<E extends object>(event: E): E[] {
  if (!('ids' in event) || !Array.isArray(event.ids) || event.ids.length <= IDS_PER_MESSAGE) return [event]
  const ids: unknown[] = event.ids
  const starts = Array.from({ length: Math.ceil(ids.length / IDS_PER_MESSAGE) }, (_, index) => index * IDS_PER_MESSAGE)
  return starts.map((start) => ({ ...event, ids: ids.slice(start, start + IDS_PER_MESSAGE) }))
}
