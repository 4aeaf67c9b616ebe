import type { FeedErrorKind } from '../feed.ts'
import type { HttpAnswer, HttpResult } from './http-get.ts'
import { readQuota } from './quota-headers.ts'
import { kindOfErrors, readErrors, sentenceOf } from './wire-errors.ts'

/** What an answer means: its rows, or a failure. `isRetried`: worth another try at once. */
export type Reading =
  | { readonly rows: readonly unknown[]; readonly isRetried: false }
  | { readonly kind: FeedErrorKind; readonly detail: string; readonly isRetried: boolean }

const CLIENT_CLOSED = 499

/** Reads the outer object that every answer has. Status 200 is no success, and another status need not be JSON. */
export function readEnvelope(result: HttpResult): Reading {
  if (!result.ok) {
    if (result.reason === 'too_large') return { kind: 'bad_payload', detail: 'body too large', isRetried: false }
    return { kind: 'temporary', detail: result.reason, isRetried: true }
  }
  const { status, body } = result
  const errors = isObject(body) ? readErrors(body.errors) : null
  if (errors !== null) {
    return { kind: kindOfErrors(errors), detail: sentenceOf(errors), isRetried: isServerFault(status) }
  }
  if (status === 204) return { rows: [], isRetried: false }
  if (status !== 200) return readBareStatus(result)
  if (!isObject(body) || !Array.isArray(body.response)) {
    return { kind: 'bad_payload', detail: 'no envelope with a list', isRetried: false }
  }
  return { rows: body.response, isRetried: false }
}

/** A status without our envelope: a gateway speaks. */
function readBareStatus(answer: HttpAnswer): Reading {
  const { status } = answer
  const detail = `status ${status}`
  if (status === 429) return readBareRefusal(answer, detail)
  if (isServerFault(status)) return { kind: 'temporary', detail, isRetried: true }
  // A redirect means that the configured address is not the provider's.
  if (status === 401 || status === 403 || status < 400) return { kind: 'config', detail, isRetried: false }
  return { kind: 'bad_request', detail, isRetried: false }
}

/** Only the headers tell which limit it was; when they don't, another try may pass. */
function readBareRefusal({ headers }: HttpAnswer, detail: string): Reading {
  const quota = readQuota(headers, new Date(0))
  if (quota?.dayRemaining === 0) return { kind: 'quota_exhausted', detail, isRetried: false }
  return { kind: 'rate_limited', detail, isRetried: quota?.minuteRemaining !== 0 }
}

function isServerFault(status: number): boolean {
  return status === CLIENT_CLOSED || status >= 500
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
