import type { AccountAnswer, AccountCall, AccountPath } from '@tribune/contract/account-endpoints.ts'
import type { Arguments } from '@tribune/contract/endpoint.ts'
import { type CallSettings, readJson, request, send } from './api.ts'
import { refusalOf } from './api-error.ts'

/** Returns the address of an account call, given its path below `/api/auth`. */
export const accountAddress = (path: AccountPath) => `/api/auth${path}`

/**
 * Calls an account endpoint of the contract and returns its JSON: `callAccount('POST', '/sign-in/email', { body })`. The path alone decides what is sent and
 * answered. Throws as `call` does.
 */
export function callAccount<M extends 'GET' | 'POST', P extends AccountPath<M>>(
  method: M,
  path: P,
  ...[options]: Arguments<AccountCall<M, P>, CallSettings>
): Promise<AccountAnswer<M, P>> {
  return request(method, accountAddress(path), options)
}

/** Calls an account endpoint that redirects, and returns the path that it leads to. Throws as `call` does. */
export function followAccount<P extends AccountPath<'GET'>>(
  path: P,
  ...[options]: Arguments<AccountCall<'GET', P>, CallSettings>
): Promise<string> {
  return send('GET', accountAddress(path), options ?? {}, async (answer) => {
    if (!answer.ok) throw refusalOf(answer.status, await readJson(answer))
    const { pathname, search } = new URL(answer.url)
    return pathname + search
  })
}
