import type { Arguments, Endpoint, Output, Seen } from '@tribune/contract/endpoint.ts'
import type { Change } from '@tribune/contract/errors.ts'
import { stateTag } from '@tribune/protocol/state-tag.ts'
import { type CallSettings, type Options, request } from '../../lib/http/api.ts'
import { ApiError } from '../../lib/http/api-error.ts'

/** An act that was refused because what it would replace is not what the operator saw. */
export class ChangedError extends ApiError {
  readonly seen: unknown
  readonly change: Change

  constructor({ code, message, status, id, more }: ApiError, seen: unknown) {
    super(code, message, { status, id })
    this.name = 'ChangedError'
    this.seen = seen
    this.change = more as Change
  }
}

/**
 * Carries out an act of the operator on the state that the screen shows: `act<typeof setCompetitionCc>('/api/rpc/set_competition_cc', { coefficient: 2.5 }, { body })`.
 * Throws `ChangedError` if it is another one by now, and otherwise as `call` does.
 */
export function act<E extends Endpoint & { readonly state: object }>(
  path: E['path'],
  seen: Seen<E>,
  ...[options]: Arguments<E, CallSettings>
): Promise<Output<E>> {
  return actOn(path, seen, options)
}

/** Carries out an act without the contract's types, which `act` adds. */
export async function actOn<Answer>(path: string, seen: unknown, options: Options = {}): Promise<Answer> {
  const headers = { 'if-match': await stateTag(seen) }
  return request<Answer>('POST', path, { ...options, headers }).catch((error: unknown) => {
    throw error instanceof ApiError && error.code === 'changed_meanwhile' ? new ChangedError(error, seen) : error
  })
}
