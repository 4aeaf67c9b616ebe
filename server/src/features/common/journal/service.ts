import type { Change } from '@tribune/contract/errors.ts'
import type { OperatorAction } from '@tribune/contract/operator/actions.ts'
import type { JournalField } from '@tribune/french/sentences/operator/journal.ts'
import { namesState } from '@tribune/protocol/state-tag.ts'
import type { FastifyRequest } from 'fastify'
import type { App } from '../../../context.ts'
import type { Fan } from '../../../http/session.ts'
import type { Db } from '../../../infra/database/pool.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { insertEntry, lastChange } from './queries.ts'

/** The acting operator, and the request in which they act. */
export interface Act {
  readonly operatorId: string
  readonly correlationId: string
  /** `If-Match`: the states that the operator may have seen. */
  readonly seen?: string | undefined
}

/** Only fields that have a French name. Written out at the call, so that the compiler sees each. */
type Values = { readonly [Field in JournalField]?: unknown }

/** Change made by an act. `subject`: kind and id, as `match:12`, or `all`. `before` and `after` hold only the fields that matter. */
export interface Entry {
  readonly action: OperatorAction
  readonly subject: string
  readonly before?: Values | null
  readonly after?: Values | null
}

/** Identifies the act of a call: the operator, and the request's id, which the log has too. */
export function actOf({ fan, request }: { readonly fan: Fan; readonly request: FastifyRequest }): Act {
  return { operatorId: fan.id, correlationId: request.id, seen: request.headers['if-match'] }
}

/** Adds an act to the operator's journal. Give the transaction of the change itself, so that neither is stored without the other. */
export async function journal(app: Pick<App, 'clock'>, tx: Db, act: Act, entry: Entry): Promise<void> {
  const { action, subject, before = null, after = null } = entry
  await insertEntry(tx, { ...act, action, subject, before, after, at: app.clock.now() })
}

/** The state that an act replaces, and how it is found out who changed it last. */
export interface Stored {
  readonly current: Change['current']
  readonly subjects: readonly string[]
  /** Acts of the operator that change it. */
  readonly actions: readonly OperatorAction[]
  /** The last change by others, as far as its moment is known. */
  readonly lastOtherChange?: { readonly by: 'feed' | 'system'; readonly at: Date | null }
}

/**
 * Refuses an act with `changed_meanwhile` if its `If-Match` names none but other states. Call it in the transaction of the change, once the state is locked. An
 * act without the header is never refused.
 */
export async function refuseChanged(tx: Db, act: Act, stored: Stored): Promise<void> {
  if (act.seen !== undefined && !(await namesState(act.seen, stored.current))) throw await changedRefusal(tx, stored)
}

/** Returns the refusal of an act on an outdated state, with the stored state, and when and by whom it was changed. */
export async function changedRefusal(
  tx: Db,
  { current, subjects, actions, lastOtherChange }: Stored,
): Promise<Refusal> {
  const own = await lastChange(tx, subjects, actions)
  const isOwn = own !== undefined && (lastOtherChange?.at ?? own) <= own
  const [by, at] =
    isOwn || lastOtherChange === undefined ? (['operator', own] as const) : [lastOtherChange.by, lastOtherChange.at]
  return new Refusal('changed_meanwhile', { change: { current, changed_at: at?.toISOString() ?? null, by } })
}
