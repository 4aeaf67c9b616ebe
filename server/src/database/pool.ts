import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from './types.generated.ts'

/** Time limits of every statement, in milliseconds. */
const STATEMENT_LIMIT_MS = 15_000
const CONNECT_LIMIT_MS = 10_000
const POOL_SIZE = 20

const { builtins } = pg.types
// Ids and counts stay far below 2^53, and numeric columns hold at most 7 digits: plain numbers are exact.
pg.types.setTypeParser(builtins.INT8, Number)
pg.types.setTypeParser(builtins.NUMERIC, Number)
// A day is a day, whatever the server's zone.
pg.types.setTypeParser(builtins.DATE, (text) => text)

export type Database = Kysely<DB>
/** What queries take: the pool, or one open transaction. */
export type Db = Kysely<DB> | Transaction<DB>

export function createPool(databaseUrl: string, onError: (error: Error) => void, size = POOL_SIZE): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: size,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    statement_timeout: STATEMENT_LIMIT_MS,
    idle_in_transaction_session_timeout: STATEMENT_LIMIT_MS,
    application_name: 'tribune',
  })
  pool.on('error', onError)
  return pool
}

export function createDatabase(pool: pg.Pool): Database {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}

/** Connection refused or lost, server starting or stopping, no connection left, statement over its time. */
const AWAY_CODES = /^(08...|53300|57014|57P0[1235]|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/
/** What the driver says without a code. */
const AWAY_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** Whether the database did not answer, rather than refuse: asking again later may help. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return AWAY_CODES.test(code) || AWAY_MESSAGES.test(error.message)
}
