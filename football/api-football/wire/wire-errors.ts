import { cleanText } from '@tribune/domain/common/clean-text.ts'
import { DAY_MS, MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { FeedError, type FeedErrorKind } from '../../feed.ts'
import { type HttpAnswer, type HttpResult, nextPeriod, readQuota } from '../calls/http-get.ts'

/** Kinds of failure by the key in `errors`, the first present one winning. Any other key names a parameter, which is our bug. */
const KINDS_BY_KEY: readonly (readonly [string, FeedErrorKind])[] = [
  ['access', 'suspended'],
  ['token', 'config'],
  ['ip', 'config'],
  ['domain', 'config'],
  ['requests', 'quota_exhausted'],
  ['ratelimit', 'rate_limited'],
  ['plan', 'plan'],
  ['bug', 'temporary'],
  ['report', 'temporary'],
]

const MAX_SENTENCE_LENGTH = 200
/** Wait after a suspended account, which the provider may have reopened by then. */
const SUSPENDED_MS = 15 * MINUTE_MS

/** Normalises the `errors` of an envelope, which come in several forms, to one object; `null` if there are none. */
function readErrors(errors: unknown): Readonly<Record<string, unknown>> | null {
  if (errors === undefined || errors === null || errors === '') return null
  if (typeof errors !== 'object') return { report: errors }
  const parts = Array.isArray(errors) ? errors.map(asObject) : [asObject(errors)]
  const merged = Object.assign({}, ...parts)
  return Object.keys(merged).length > 0 ? merged : null
}

/** Returns the kind of failure that the keys of `errors` name. */
function kindOfErrors(errors: Readonly<Record<string, unknown>>): FeedErrorKind {
  const keys = new Set(Object.keys(errors).map((key) => key.trim().toLowerCase()))
  return KINDS_BY_KEY.find(([key]) => keys.has(key))?.[1] ?? 'bad_request'
}

/** Makes the error of a failure, with the provider's sentence for the operator and the time of the next attempt. */
export function feedErrorOf(kind: FeedErrorKind, detail: string, now: Date, jitterMs: number): FeedError {
  return new FeedError(kind, cleanText(detail, MAX_SENTENCE_LENGTH), retryAtOf(kind, now, jitterMs))
}

/** Formats `errors` as one line for the operator. */
function sentenceOf(errors: Readonly<Record<string, unknown>>): string {
  return Object.entries(errors)
    .map(([key, value]) => `${key}: ${String(value)}`)
    .join('; ')
}

function retryAtOf(kind: FeedErrorKind, now: Date, jitterMs: number): Date | null {
  if (kind === 'rate_limited') return new Date(nextPeriod(now, MINUTE_MS).getTime() + jitterMs)
  if (kind === 'suspended') return new Date(now.getTime() + SUSPENDED_MS)
  return kind === 'quota_exhausted' ? nextPeriod(now, DAY_MS) : null
}

/** A sentence without a key does not say what failed: it counts as the provider's own fault. */
function asObject(part: unknown): Readonly<Record<string, unknown>> {
  return typeof part === 'object' && part !== null ? { ...part } : { report: part }
}

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

/** Only the headers show which limit was exceeded; without them another attempt may succeed. */
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
