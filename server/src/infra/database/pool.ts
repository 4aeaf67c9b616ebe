import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { abandonable } from './abandoned-reads.ts'
import type { DB } from './types.generated.ts'

/** Time limit of a statement, enforced by PostgreSQL. */
export const STATEMENT_LIMIT_MS = 15_000
const CONNECT_LIMIT_MS = 10_000
const MAX_AGE_S = 600
const KEEP_ALIVE_AFTER_MS = 10_000
/** Makes PostgreSQL notice a client that vanished within 20 s, and release its locks. */
const SERVER_KEEP_ALIVE =
  '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=2 -c tcp_user_timeout=20000'

const { builtins } = pg.types
// Ids and counts stay far below 2^53, and numeric columns hold at most 7 digits: plain numbers are exact.
pg.types.setTypeParser(builtins.INT8, Number)
pg.types.setTypeParser(builtins.NUMERIC, Number)
// A date has no time zone: it stays text.
pg.types.setTypeParser(builtins.DATE, (text) => text)

export type Database = Kysely<DB>
/** Connection that queries run on: the pool, or an open transaction. */
export type Db = Kysely<DB> | Transaction<DB>

/** Returns the settings that all connections share. @param name Shown in `pg_stat_activity`. */
export function wireSettings(databaseUrl: string, name: string) {
  return {
    connectionString: databaseUrl,
    application_name: name,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    options: SERVER_KEEP_ALIVE,
  }
}

/** Creates a pool. @param onLost Called for each connection that breaks, idle or in use. */
export function createPool(
  databaseUrl: string,
  onLost: (error: Error) => void,
  { name, size }: { name: string; size: number } = { name: 'tribune', size: 20 },
): pg.Pool {
  const pool = new pg.Pool({
    ...wireSettings(databaseUrl, name),
    max: size,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    maxLifetimeSeconds: MAX_AGE_S,
    statement_timeout: STATEMENT_LIMIT_MS,
    idle_in_transaction_session_timeout: STATEMENT_LIMIT_MS,
  })
  // The pool listens only to idle connections: one that broke while in use would end the process without this listener.
  pool.on('connect', (client) => client.on('error', onLost))
  pool.on('error', () => {})
  return pool
}

export function createDatabase(pool: pg.Pool): Database {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: abandonable(pool) }) })
}

/** Runs work on a connection of its own, as in a thread, and closes it. @param name Shown in `pg_stat_activity`. */
export async function onOwnConnection<T>(
  databaseUrl: string,
  name: string,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const db = createDatabase(createPool(databaseUrl, () => {}, { name, size: 1 }))
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/**
 * Connection refused or lost, server starting or stopping, no connection left, statement over its time; a full disk, a standby that takes no
 * writes, and a name or machine that is not found, as during a failover.
 */
const AWAY_CODES =
  /^(08...|25006|53100|53300|57014|57P0[1235]|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/
/** Errors of the driver that have no code. */
const AWAY_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/

/** Returns whether an error means that the database is unavailable, so that a later retry may succeed. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return AWAY_CODES.test(code) || AWAY_MESSAGES.test(error.message)
}

/** Deadlocks, and other conflicts of transactions at once: nothing was stored, and a retry may succeed. */
const CONFLICT_CODES = /^(40001|40P01)$/

/** Returns whether a transaction was ended because of another one. */
export function isConflict(error: unknown): boolean {
  return error instanceof Error && 'code' in error && CONFLICT_CODES.test(String(error.code))
}

/** Codes of values that PostgreSQL cannot read (class 22), and of rows that a constraint refuses (class 23). */
const DATA_CODES = /^2[23]/

/** Returns whether a statement failed by the data that it was given, so that it would pass with other data. */
export function isRefusedData(error: unknown): boolean {
  return error instanceof Error && 'code' in error && DATA_CODES.test(String(error.code))
}
