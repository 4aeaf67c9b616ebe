import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import pg from 'pg'
import { z } from 'zod'
import { wireSettings } from './database/pool.ts'

/** What changed. Ids only: listeners read the rest from the database. */
export interface BusEvents {
  /** Rows of these matches changed: status, minute, score, coefficient, result. */
  matches: { ids: readonly number[] }
  /** Lineups of these matches changed. */
  lineups: { ids: readonly number[] }
  /** The season ranking changed. */
  season: Record<string, never>
  /** Competitions or coefficients changed. */
  competitions: Record<string, never>
  /** A fan's sessions or identity changed: forget what is remembered of them. */
  fan: { id: string }
  /** Messages of other servers may have been missed: forget everything remembered. */
  reset: Record<string, never>
}

type Name = keyof BusEvents

const ids = z.object({ ids: z.array(z.number()) })
const nothing = z.object({})
const EVENTS: { readonly [N in Name]: z.ZodType<BusEvents[N]> } = {
  matches: ids,
  lineups: ids,
  season: nothing,
  competitions: nothing,
  fan: z.object({ id: z.string() }),
  reset: nothing,
}
const message = z.tuple([z.string(), z.enum(Object.keys(EVENTS) as Name[]), z.unknown()])

const CHANNEL = 'tribune'
/** PostgreSQL's NOTIFY takes less than 8000 bytes: longer lists travel in parts. */
const IDS_PER_MESSAGE = 300
const RECONNECT_MS = 1_000
/** Longest wait for a connection, or for an answer. */
const LIMIT_MS = 2_000
/** How often the bus says something to itself. What is not heard by the next time was lost: 3 s at most, and the time to reconnect. */
const BEAT_MS = 1_500

/** Calls back again and again; gives what ends it. */
export type Every = (ms: number, callback: () => void) => () => void

const everyInterval: Every = (ms, callback) => {
  const timer = setInterval(callback, ms).unref()
  return () => clearInterval(timer)
}

interface BusParts {
  readonly databaseUrl: string
  /** Told why a connection was given up, or a message did not leave. */
  readonly onTrouble: (error: unknown) => void
  readonly every?: Every
}

/** One LISTEN connection, and what is known of it. */
interface Line {
  readonly client: pg.Client
  /** The last beat came back. */
  echoed: boolean
}

/**
 * Tells this server, and through LISTEN/NOTIFY all others, what changed. On a connection of its own, which it listens to itself on: one that
 * no longer carries anything is replaced.
 */
export class Bus {
  readonly #emitter = new EventEmitter()
  readonly #origin = randomUUID()
  /** Nobody else listens there. */
  readonly #echo = `${CHANNEL}_${this.#origin.replaceAll('-', '')}`
  readonly #parts: BusParts
  #line: Line | null = null
  #endBeats = () => {}
  #stopped = false
  /** A message did not leave: the others are told to forget everything as soon as that is possible. */
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
   * Local listeners are told at once; other servers as soon as PostgreSQL passes it on. Call after the commit. Never fails: others that
   * could not be told forget everything later.
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

  /** Looks whether the last beat came back, and sends another. */
  async #beat(): Promise<void> {
    const line = this.#line
    if (line === null) return
    // After a pause of the whole process the echo may be waiting to be read.
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

  /** Whatever else arrives on the channel, from a newer server or from no server at all, is passed over. */
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

/** At once, without a word to a server that may not hear it. */
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
