import { AsyncLocalStorage } from 'node:async_hooks'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { noting, notingConnection } from './noted-writes.ts'

/** Nearly every statement ends sooner, and cancelling those would cost more than it saves. */
const CHECK_EVERY_MS = 250

type IsWanted = () => boolean

const reading = new AsyncLocalStorage<IsWanted>()

/**
 * Reads while somebody waits for the answer. After that the read starts no further statement, the current one is cancelled, and the read fails
 * with an `AbandonedError`. For reads only: a write must not be abandoned half-way.
 */
export function readWhileWanted<T>(isWanted: IsWanted, read: () => Promise<T>): Promise<T> {
  return reading.run(isWanted, read)
}

/** Wraps a pool so that statements inside `readWhileWanted` can be abandoned, and those inside `withKnownOutcome` are noted; others run as usual. */
export function abandonable(pool: pg.Pool): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await notingConnection(() => pool.connect())
      const isWanted = reading.getStore()
      return isWanted === undefined ? noted(client) : watched(client, isWanted, pool)
    },
  }
}

/** Cancels the statement that a PostgreSQL process runs, if any. If that fails, the statement ends at its own time limit. */
function cancel(pid: number, pool: pg.Pool): Promise<unknown> {
  return pool.query('SELECT pg_cancel_backend($1)', [pid]).catch(() => undefined)
}

/** Only parameterised statements are used, no cursors. */
function noted(client: pg.PoolClient): PostgresPoolClient {
  const query = noting((sql, parameters) => client.query(sql, [...parameters]))
  return { query: query as never, release: (destroy) => client.release(destroy) }
}

function watched(client: pg.PoolClient, isWanted: IsWanted, pool: pg.Pool): PostgresPoolClient {
  const query = async (sql: string, parameters: readonly unknown[]) => {
    // A transaction must always be ended.
    if (!isWanted() && sql !== 'rollback') throw new AbandonedError()
    let cancelling: Promise<unknown> | null = null
    const timer = setInterval(() => {
      if (!isWanted()) cancelling ??= cancel(pidOf(client), pool)
    }, CHECK_EVERY_MS)
    try {
      return await client.query(sql, [...parameters])
    } catch (error) {
      throw cancelling === null ? error : new AbandonedError(error)
    } finally {
      clearInterval(timer)
      // The connection must not be reused before it is certain which statement was cancelled.
      await cancelling
    }
  }
  return { query: query as never, release: (destroy) => client.release(destroy) }
}

/** Ends a read that no caller waits for any more. It is not a failure of the server. */
export class AbandonedError extends Error {
  /** PostgreSQL's code `query_canceled`. */
  readonly code = '57014'

  /** @param cause The failure of the statement that was cancelled, if one was under way. */
  constructor(cause?: unknown) {
    super('Nobody waits for this read any more', { cause })
  }
}

/** Returns the id of the PostgreSQL process behind a connection, which the driver's types do not publish; 0 before it is known. */
export function pidOf(client: pg.ClientBase): number {
  return (client as { readonly processID?: number | null }).processID ?? 0
}
