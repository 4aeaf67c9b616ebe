import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import pg from 'pg'
import { pidOf } from './abandoned-reads.ts'
import { STATEMENT_LIMIT_MS, wireSettings } from './pool.ts'

const CHECK_EVERY_MS = 1_000
/** A query without a byte in either direction for this long is suspicious. */
const DOUBT_AFTER_MS = 3_000
/** Once one connection is suspicious, so are all that have been silent this long. */
const SUSPECT_AFTER_MS = 1_000
/** PostgreSQL itself ends a statement sooner. */
const GIVE_UP_AFTER_MS = STATEMENT_LIMIT_MS + 2_000
const ASK_LIMIT_MS = 2_000

/** Asks PostgreSQL about connections. One that is idle, or stuck in sending, while we wait for its answer is lost. */
const IS_LOST = `
  SELECT pid, coalesce(clock_timestamp() - state_change > interval '1 second'
    AND (state LIKE 'idle%' OR wait_event = 'ClientWrite'), false) AS lost
  FROM pg_stat_activity WHERE pid = ANY ($1)`

interface Watched {
  readonly client: pg.PoolClient
  inUse: boolean
  /** Bytes in both directions at the last check, and since when they have not changed. */
  bytes: number
  since: number
}

interface Parts {
  readonly databaseUrl: string
  /** Receives the number of connections that were dropped. */
  readonly onLost: (count: number) => void
  readonly now?: () => number
}

/**
 * Detects connections whose network path has died silently: nothing arrives and nothing fails, so every query on them would wait for its whole
 * time limit (docs/decisions/024). Asks PostgreSQL over a new connection about queries that stay silent. If it is not working on one, the
 * connection is closed on both ends, so that a late packet runs nothing and its locks are released, together with all idle connections. Slow
 * statements are left alone.
 */
export class DeadPaths {
  readonly #parts: Parts
  readonly #watched = new Map<pg.PoolClient, Watched>()
  readonly #timer: NodeJS.Timeout
  #asking = false

  constructor(parts: Parts) {
    this.#parts = parts
    this.#timer = setInterval(() => void this.check(), CHECK_EVERY_MS).unref()
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

  /** Checks all connections in use, and drops those that turn out to be dead. */
  async check(): Promise<void> {
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
      if (dead.length > 0) this.#drop(dead)
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

  /** Returns the dead connections, and terminates their PostgreSQL processes. */
  async #judge(suspects: readonly Watched[]): Promise<Watched[]> {
    const settings = wireSettings(this.#parts.databaseUrl, 'tribune-watch')
    const asker = new pg.Client({ ...settings, connectionTimeoutMillis: ASK_LIMIT_MS, query_timeout: ASK_LIMIT_MS })
    asker.on('error', () => {})
    try {
      await asker.connect()
      const own = await asker.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
      // A pooler in between has process ids of its own.
      if (own.rows[0]?.pid !== pidOf(asker))
        throw new Error('The process ids of connections differ from those of PostgreSQL')
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

  #drop(dead: readonly Watched[]): void {
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

/** State of the driver's client that its types do not publish. */
type Inside = { readonly readyForQuery?: boolean }
const isWaiting = ({ client, inUse }: Watched) => inUse && (client as Inside).readyForQuery === false

/** Resets the connection, so that nothing already written arrives later. */
function hangUp(client: pg.PoolClient): void {
  const socket = socketOf(client)
  if (socket instanceof TLSSocket) socket.destroy()
  else socket.resetAndDestroy()
}
