import { AsyncLocalStorage } from 'node:async_hooks'

/** Codes of PostgreSQL with which a connection ends while its statement may have been committed. Every other code reports that nothing was. */
const ENDING_CODES = /^(08...|40003|57P0[12])$/
const SQLSTATE = /^[0-9A-Z]{5}$/
/** Codes and errors of the driver for a connection that broke after a statement was sent. */
const BROKEN_CODES = /^(ECONNRESET|EPIPE|ETIMEDOUT)$/
const BROKEN_MESSAGE = /^Connection terminated/

/** Returns whether a statement, or a commit, that was sent over an open connection may have been carried out although it failed (docs/decisions/062). */
export function isOutcomeUnknown(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  if (BROKEN_CODES.test(code)) return true
  return SQLSTATE.test(code) ? ENDING_CODES.test(code) : BROKEN_MESSAGE.test(error.message)
}

interface Write {
  mayBeStored: boolean
  /** Error of the last connection or statement that failed, `null` for none. */
  failure: unknown
}

/** Writes that the call under way may have stored, and what failed; see `withKnownOutcome`. */
export const writing = new AsyncLocalStorage<Write>()

/** Statements that change something by themselves, outside a transaction. */
const CHANGES = /\b(?:insert|update|delete)\b/i

type Query = (sql: string, parameters: readonly unknown[]) => Promise<unknown>

/** Makes the statements of a connection record what a call under `withKnownOutcome` may have stored. Other statements run unchanged. */
export function noting(query: Query): Query {
  const write = writing.getStore()
  if (write === undefined) return query
  let isOpen = false
  return async (sql, parameters) => {
    const isStored = sql === 'commit' || (!isOpen && CHANGES.test(sql))
    if (/^(?:begin|start transaction)/.test(sql)) isOpen = true
    try {
      const result = await query(sql, parameters)
      if (isStored) write.mayBeStored = true
      return result
    } catch (error) {
      write.failure = error
      if (isStored && isOutcomeUnknown(error)) write.mayBeStored = true
      throw error
    } finally {
      if (sql === 'commit' || sql === 'rollback') isOpen = false
    }
  }
}

/** Opens a connection, and notes a failure as those of its statements are. */
export async function notingConnection<T>(connect: () => Promise<T>): Promise<T> {
  try {
    return await connect()
  } catch (error) {
    const write = writing.getStore()
    if (write !== undefined) write.failure = error
    throw error
  }
}
