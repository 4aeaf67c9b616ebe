import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import pg from 'pg'
import { pidOf } from './pid.ts'
import { STATEMENT_LIMIT_MS, wireSettings } from './pool.ts'

const LOOK_EVERY_MS = 1_000
/** A query without a byte in either direction for this long is asked after. */
const DOUBT_AFTER_MS = 3_000
/** Once one connection is doubted, so are all with a query this old. */
const SUSPECT_AFTER_MS = 1_000
/** PostgreSQL itself ends a statement before that. */
const GIVE_UP_AFTER_MS = STATEMENT_LIMIT_MS + 2_000
const ASK_LIMIT_MS = 2_000

/** What PostgreSQL does for a connection; one that is at rest, or stuck in sending, while we wait has lost its path. */
const IS_LOST = `
  SELECT pid, coalesce(clock_timestamp() - state_change > interval '1 second'
    AND (state LIKE 'idle%' OR wait_event = 'ClientWrite'), false) AS lost
  FROM pg_stat_activity WHERE pid = ANY ($1)`

interface Watched {
  readonly client: pg.PoolClient
  inUse: boolean
  /** Bytes in both directions when last looked at, and since when they are the same. */
  bytes: number
  since: number
}

interface Parts {
  readonly databaseUrl: string
  /** Told how many connections were given up. */
  readonly onLost: (count: number) => void
  readonly now?: () => number
}

/**
 * Finds connections whose path has died in silence: nothing arrives and nothing fails, so a query would wait for its whole limit, and the
 * next one again. A query that stays silent is asked after over a new connection. Where PostgreSQL is not working on it the connection is
 * given up, on both ends, so that a late packet runs nothing and its locks are free; idle connections go with it. A slow statement is left
 * alone.
 */
export class DeadPaths {
  readonly #parts: Parts
  readonly #watched = new Map<pg.PoolClient, Watched>()
  readonly #timer: NodeJS.Timeout
  #asking = false

  constructor(parts: Parts) {
    this.#parts = parts
    this.#timer = setInterval(() => void this.look(), LOOK_EVERY_MS).unref()
  }

  watch(pool: pg.Pool): void {
    pool.on('connect', (client) => this.#watched.set(client, { client, inUse: true, bytes: 0, since: this.#now() }))
    pool.on('remove', (client) => this.#watched.delete(client))
    pool.on('acquire', (client) => this.#use(client, true))
    pool.on('release', (_error, client) => this.#use(client, false))
  }

  close(): void {
    clearInterval(this.#timer)
  }

  /** Looks at every connection in use, and gives up those that turn out to be dead. */
  async look(): Promise<void> {
    const now = this.#now()
    for (const watched of this.#watched.values()) {
      const bytes = bytesOf(watched.client)
      if (bytes === watched.bytes && isWaiting(watched)) continue
      watched.bytes = bytes
      watched.since = now
    }
    const silent = (ms: number) => [...this.#watched.values()].filter((one) => isWaiting(one) && now - one.since >= ms)
    if (this.#asking || silent(DOUBT_AFTER_MS).length === 0) return
    this.#asking = true
    try {
      const dead = await this.#judge(silent(SUSPECT_AFTER_MS)).catch(() => silent(GIVE_UP_AFTER_MS))
      if (dead.length > 0) this.#giveUp(dead)
    } finally {
      this.#asking = false
    }
  }

  #now(): number {
    return (this.#parts.now ?? Date.now)()
  }

  #use(client: pg.PoolClient, inUse: boolean): void {
    const watched = this.#watched.get(client)
    if (watched !== undefined) Object.assign(watched, { inUse, since: this.#now() })
  }

  /** Which of them are dead; their ends in PostgreSQL are ended. */
  async #judge(suspects: readonly Watched[]): Promise<Watched[]> {
    const settings = wireSettings(this.#parts.databaseUrl, 'tribune-watch')
    const asker = new pg.Client({ ...settings, connectionTimeoutMillis: ASK_LIMIT_MS, query_timeout: ASK_LIMIT_MS })
    asker.on('error', () => {})
    try {
      await asker.connect()
      const own = await asker.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
      // A pooler in between tells process ids of its own.
      if (own.rows[0]?.pid !== pidOf(asker)) throw new Error('Process ids say nothing here')
      const { rows } = await asker.query<{ pid: number; lost: boolean }>(IS_LOST, [
        suspects.map(({ client }) => pidOf(client)),
      ])
      const lost = new Map(rows.map((row) => [row.pid, row.lost]))
      const dead = suspects.filter((one) => isUnmoved(one) && lost.get(pidOf(one.client)) !== false)
      await asker.query('SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid', [
        dead.map(({ client }) => pidOf(client)).filter((pid) => lost.has(pid)),
      ])
      return dead
    } finally {
      asker.connection.stream.destroy()
    }
  }

  #giveUp(dead: readonly Watched[]): void {
    const idle = [...this.#watched.values()].filter(({ inUse }) => !inUse)
    for (const { client } of [...dead, ...idle]) {
      this.#watched.delete(client)
      hangUp(client)
    }
    this.#parts.onLost(dead.length + idle.length)
  }
}

const socketOf = (client: pg.Client) => client.connection.stream as Socket
const bytesOf = (client: pg.PoolClient) => socketOf(client).bytesRead + socketOf(client).bytesWritten
const isUnmoved = (one: Watched) => isWaiting(one) && bytesOf(one.client) === one.bytes

/** What the driver knows of a connection beyond its published types. */
type Inside = { readonly readyForQuery?: boolean }
const isWaiting = ({ client, inUse }: Watched) => inUse && (client as Inside).readyForQuery === false

/** Without a goodbye, and without the rest of what was written arriving later. */
function hangUp(client: pg.PoolClient): void {
  const socket = socketOf(client)
  if (socket instanceof TLSSocket) socket.destroy()
  else socket.resetAndDestroy()
}
