import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import type pg from 'pg'
import { z } from 'zod'

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
  /** A fan's sessions or identity changed: forget what is remembered of him. */
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

/** Tells this server, and through LISTEN/NOTIFY all others, what changed. */
export class Bus {
  readonly #emitter = new EventEmitter()
  readonly #origin = randomUUID()
  readonly #pool: pg.Pool
  #listener: pg.PoolClient | null = null
  #stopped = false

  constructor(pool: pg.Pool) {
    this.#pool = pool
    this.#emitter.setMaxListeners(100)
  }

  on<N extends Name>(name: N, listener: (event: BusEvents[N]) => void): () => void {
    this.#emitter.on(name, listener)
    return () => this.#emitter.off(name, listener)
  }

  /** Local listeners are told at once; other servers as soon as PostgreSQL passes it on. Call after the commit. */
  async publish<N extends Name>(name: N, event: BusEvents[N]): Promise<void> {
    this.#emitter.emit(name, event)
    for (const part of partsOf(event)) {
      await this.#pool.query('SELECT pg_notify($1, $2)', [CHANNEL, JSON.stringify([this.#origin, name, part])])
    }
  }

  async start(): Promise<void> {
    const client = await this.#pool.connect()
    try {
      client.on('notification', (message) => this.#receive(message.payload ?? ''))
      client.on('error', () => this.#lost(client))
      client.on('end', () => this.#lost(client))
      await client.query(`LISTEN ${CHANNEL}`)
    } catch (error) {
      client.release(true)
      throw error
    }
    if (this.#stopped) client.release(true)
    else this.#listener = client
  }

  stop(): void {
    this.#stopped = true
    this.#listener?.release(true)
    this.#listener = null
  }

  /** Whatever else arrives on the channel, from a newer server or from no server at all, is passed over. */
  #receive(payload: string): void {
    const read = message.safeParse(parsed(payload))
    if (!read.success) return
    const [origin, name, content] = read.data
    const event = EVENTS[name].safeParse(content)
    if (origin !== this.#origin && event.success) this.#emitter.emit(name, event.data)
  }

  #lost(client: pg.PoolClient): void {
    if (this.#stopped || this.#listener !== client) return
    this.#listener = null
    client.release(true)
    this.#reconnect()
  }

  #reconnect(): void {
    if (this.#stopped) return
    const again = () => setTimeout(() => this.#reconnect(), RECONNECT_MS).unref()
    this.start().then(() => this.#emitter.emit('reset', {}), again)
  }
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
