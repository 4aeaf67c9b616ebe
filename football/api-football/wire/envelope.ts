import type { FeedErrorKind } from '../../feed.ts'
import type { HttpAnswer, HttpResult } from '../calls/http-get.ts'
import { readQuota } from '../calls/quota-headers.ts'
import { kindOfErrors, readErrors, sentenceOf } from './wire-errors.ts'

/** The rows of an answer, or its failure. `isRetryable`: another attempt may succeed at once. */
export type Reading =
  | { readonly rows: readonly unknown[]; readonly isRetryable: false }
  | { readonly kind: FeedErrorKind; readonly detail: string; readonly isRetryable: boolean }

const CLIENT_CLOSED = 499

/** Reads the envelope of an answer. Status 200 does not mean success, and other statuses need not be JSON. */
export function readEnvelope(result: HttpResult): Reading {
  if (!result.ok) {
    if (result.reason === 'too_large') return { kind: 'bad_payload', detail: 'body too large', isRetryable: false }
    return { kind: 'temporary', detail: result.reason, isRetryable: true }
  }
  const { status, body } = result
  const errors = isObject(body) ? readErrors(body.errors) : null
  if (errors !== null) {
    return { kind: kindOfErrors(errors), detail: sentenceOf(errors), isRetryable: isServerFault(status) }
  }
  if (status === 204) return { rows: [], isRetryable: false }
  if (status !== 200) return readBareStatus(result)
  if (!isObject(body) || !Array.isArray(body.response)) {
    return { kind: 'bad_payload', detail: 'no envelope with a list', isRetryable: false }
  }
  return { rows: body.response, isRetryable: false }
}

/** Reads an answer without an envelope, which comes from a gateway. */
function readBareStatus(answer: HttpAnswer): Reading {
  const { status } = answer
  const detail = `status ${status}`
  if (status === 429) return readBareRefusal(answer, detail)
  if (isServerFault(status)) return { kind: 'temporary', detail, isRetryable: true }
  // A redirect means that the configured address is not the provider's.
  if (status === 401 || status === 403 || status < 400) return { kind: 'config', detail, isRetryable: false }
  return { kind: 'bad_request', detail, isRetryable: false }
}

/** Only the headers tell which limit was exceeded; without them another attempt may succeed. */
function readBareRefusal({ headers }: HttpAnswer, detail: string): Reading {
  const quota = readQuota(headers, new Date(0))
  if (quota?.dayRemaining === 0) return { kind: 'quota_exhausted', detail, isRetryable: false }
  return { kind: 'rate_limited', detail, isRetryable: quota?.minuteRemaining !== 0 }
}

function isServerFault(status: number): boolean {
  return status === CLIENT_CLOSED || status >= 500
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
