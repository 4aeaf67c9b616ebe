import type { OperatorAction } from '@tribune/contract/operator/actions.ts'
import type { FastifyRequest } from 'fastify'
import type { App } from '../../context.ts'
import type { Fan } from '../../http/session.ts'
import type { Db } from '../../infra/database/pool.ts'
import { hasEntry, insertEntry } from './queries.ts'

/** The acting operator, and the request in which they act. */
export interface Act {
  readonly operatorId: string
  readonly correlationId: string
}

/** Change made by an act. `subject`: kind and id, as `match:12`, or `all`. `before` and `after` hold only the fields that matter. */
export interface Entry {
  readonly action: OperatorAction
  readonly subject: string
  readonly before?: object | null
  readonly after?: object | null
}

/** Identifies the act of a call: the operator, and the request's id, which the log has too. */
export function actOf({ fan, request }: { readonly fan: Fan; readonly request: FastifyRequest }): Act {
  return { operatorId: fan.id, correlationId: request.id }
}

/** Adds an act to the operator's journal. Give the transaction of the change itself, so that neither is stored without the other. */
export async function journal(app: Pick<App, 'clock'>, tx: Db, act: Act, entry: Entry): Promise<void> {
  const { action, subject, before = null, after = null } = entry
  await insertEntry(tx, { ...act, action, subject, before, after, at: app.clock.now() })
}

/** Like {@link journal}, for what changes nothing: the same act of the same operator within `ms` adds no second entry. */
export async function journalLook(app: Pick<App, 'clock'>, tx: Db, act: Act, entry: Entry, ms: number): Promise<void> {
  const since = new Date(app.clock.now().getTime() - ms)
  const { action, subject } = entry
  if (!(await hasEntry(tx, { operatorId: act.operatorId, action, subject, since }))) await journal(app, tx, act, entry)
}
