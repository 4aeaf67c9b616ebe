import { AsyncLocalStorage } from 'node:async_hooks'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { pidOf } from './pid.ts'

/** Sooner than this nearly every statement has its answer, and cancelling costs more than it saves. */
const LOOK_EVERY_MS = 250

type IsWanted = () => boolean

const reading = new AsyncLocalStorage<IsWanted>()

/**
 * Reads as long as somebody waits for the answer: after that the read begins no further statement, and the one under way is cancelled. It
 * fails then, as if PostgreSQL had cancelled it. For reads alone: what is written must not be given up half-way.
 */
export function readWhileWanted<T>(isWanted: IsWanted, read: () => Promise<T>): Promise<T> {
  return reading.run(isWanted, read)
}

/** A pool whose statements end with `readWhileWanted`; anything else uses it as it is. */
export function abandonable(pool: pg.Pool): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect()
      const isWanted = reading.getStore()
      return isWanted === undefined ? client : watched(client, isWanted, pool)
    },
  }
}

/** Ends the statement that a process works on, if there is still one; what cannot be cancelled ends at its own limit. */
function cancel(pid: number, pool: pg.Pool): Promise<unknown> {
  return pool.query('SELECT pg_cancel_backend($1)', [pid]).catch(() => undefined)
}

function watched(client: pg.PoolClient, isWanted: IsWanted, pool: pg.Pool): PostgresPoolClient {
  const query = async (sql: string, parameters: readonly unknown[]) => {
    // The end of a transaction is never left out.
    if (!isWanted() && sql !== 'rollback') throw new AbandonedError()
    let cancelling: Promise<unknown> | null = null
    const timer = setInterval(() => {
      if (!isWanted()) cancelling ??= cancel(pidOf(client), pool)
    }, LOOK_EVERY_MS)
    try {
      return await client.query(sql, [...parameters])
    } finally {
      clearInterval(timer)
      // The connection goes to nobody else before it is certain which statement was cancelled.
      await cancelling
    }
  }
  // Of the ways to ask, only statements with their parameters are used here, no cursors.
  return { query: query as never, release: (destroy) => client.release(destroy) }
}

/** Nobody waits for this read any more. */
class AbandonedError extends Error {
  /** `query_canceled`, as PostgreSQL would say. */
  readonly code = '57014'

  constructor() {
    super('Nobody waits for this read any more')
  }
}
