import { ACCOUNT_CALLS } from '@tribune/contract/account-endpoints.ts'
import type { LightMyRequestResponse } from 'fastify'

/** Throws if a completed account call was answered otherwise than the contract declares. Refusals, redirects and undeclared answers pass. */
export function requireDeclared(method: string, url: string, answer: LightMyRequestResponse): void {
  const [path] = url.split('?')
  const output = ACCOUNT_CALLS.find((call) => call.method === method && call.path === path)?.output
  if (answer.statusCode === 200) output?.parse(answer.json())
}
