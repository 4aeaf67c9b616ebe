import type pg from 'pg'
import { Refusal } from '../../kernel/refusal.ts'
import { isOutcomeUnknown, writing } from './noted-writes.ts'
import { isConflict, isDatabaseAway } from './pool.ts'

/** A change was sent to the database, which then went away: it is stored or not. */
export class OutcomeUnknownError extends Error {
  constructor(cause: unknown) {
    super('The database went away while it may have stored the change', { cause })
  }
}

/** Runs one writing statement on a pool. Rejects with an {@link OutcomeUnknownError} if it may have been carried out, otherwise as the pool does. */
export async function writeOnce<Row extends pg.QueryResultRow>(pool: pg.Pool, query: pg.QueryConfig): Promise<Row[]> {
  const client = await pool.connect()
  let failure: unknown
  try {
    return (await client.query<Row>(query)).rows
  } catch (error) {
    failure = error
    throw isOutcomeUnknown(error) ? new OutcomeUnknownError(error) : error
  } finally {
    client.release(failure instanceof Error)
  }
}

/**
 * Runs a call that writes. If the database goes away once a part of it may be stored, rejects with an {@link OutcomeUnknownError}. Otherwise rejects with
 * the database's own error also where a library hides it behind one of its own, or behind an answer that is a failure.
 */
export async function withKnownOutcome<T>(
  write: () => Promise<T>,
  isFailure: (answer: T) => boolean = () => false,
): Promise<T> {
  const state = { mayBeStored: false, failure: null as unknown }
  const isHidden = () => isDatabaseAway(state.failure) || isConflict(state.failure)
  try {
    const answer = await writing.run(state, write)
    if (isFailure(answer) && isHidden()) throw state.failure
    return answer
  } catch (error) {
    const cause = isHidden() && !(error instanceof Refusal) ? state.failure : error
    throw state.mayBeStored && isDatabaseAway(cause) ? new OutcomeUnknownError(cause) : cause
  }
}
