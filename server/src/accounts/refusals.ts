import { type AnyErrorCode, isAnyErrorCode, refusalOf } from '@tribune/contract/account-errors.ts'
import type { ErrorCode } from '@tribune/contract/errors.ts'
import type { FastifyRequest } from 'fastify'
import { logBudget } from '../kernel/log-budget.ts'
import { Refusal } from '../kernel/refusal.ts'
import type { EndpointRules } from './rules.ts'

/** The library's code if the captcha service did not answer. */
const UNJUDGED = 'UNKNOWN_ERROR'

/**
 * Returns the library's code of a refusal, `null` if it has none, `undefined` if nothing was refused. A link that a script exchanges is refused by
 * a redirect, which the library intends for browsers.
 */
export async function refusedCodeOf(
  response: Response,
  { captcha, redirects }: EndpointRules,
): Promise<string | null | undefined> {
  const code = response.status >= 400 ? codeIn(await response.text()) : null
  if (response.status >= 500 && code === UNJUDGED && captcha) throw new Refusal('captcha_unavailable')
  if (response.status >= 500) throw new Error(`The accounts library answered ${response.status}`)
  if (response.status >= 400) return code
  const to = redirects && response.status === 302 ? response.headers.get('location') : null
  return to === null ? undefined : (new URL(to, 'http://localhost').searchParams.get('error') ?? undefined)
}

/** Refuses a call for some seconds. */
export function tooMany(code: string, seconds: number, call: FastifyRequest): Response {
  const answer = refusal(429, code, call)
  answer.headers.set('retry-after', String(seconds))
  return answer
}

/** Refuses a call whose captcha or proof of work is missing, wrong or too small. */
export function unpaid(code: string, call: FastifyRequest): Response {
  return refusal(code === 'MISSING_RESPONSE' ? 400 : 403, code, call)
}

export function refused(response: Response, code: string | null, call: FastifyRequest): Response {
  const answer = refusal(Math.max(response.status, 400), code, call)
  for (const cookie of response.headers.getSetCookie()) answer.headers.append('set-cookie', cookie)
  return answer
}

export function refusal(status: number, code: string | null, call: FastifyRequest): Response {
  if (logBudget.take(`accounts ${status}`, call.log)) call.log.info({ reqId: call.id, code, status }, 'request refused')
  const headers = { 'content-type': 'application/json; charset=utf-8' }
  const body = presentRefusal(status, code, call.id)
  call.refusal = body.error.code
  return Response.json(body, { status, headers })
}

function codeIn(body: string): string | null {
  try {
    const { code } = JSON.parse(body)
    return typeof code === 'string' ? code : null
  } catch {
    return null
  }
}

const BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  401: 'not_authenticated',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'body_too_large',
  415: 'unsupported_media',
  429: 'too_many_requests',
}

/** Code and message as clients of the library read them, and again in the form of our other refusals. */
interface AccountsRefusal {
  readonly code: string
  readonly message: string
  readonly error: { readonly code: AnyErrorCode; readonly message: string; readonly id: string }
}

/** @param code The library's code, if any. */
function presentRefusal(status: number, code: string | null, id: string): AccountsRefusal {
  const fallback = BY_STATUS[status] ?? 'invalid_request'
  const libraryCode = code ?? fallback.toUpperCase()
  const own = libraryCode.toLowerCase()
  const known = isAnyErrorCode(own) ? own : fallback
  const [, message] = refusalOf(known)
  return { code: libraryCode, message, error: { code: known, message, id } }
}
