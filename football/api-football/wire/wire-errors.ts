import { cleanText } from '@tribune/domain/common/clean-text.ts'
import { DAY_MS, MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { FeedError, type FeedErrorKind } from '../../feed.ts'
import { nextPeriod } from '../calls/quota-headers.ts'

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
export function readErrors(errors: unknown): Readonly<Record<string, unknown>> | null {
  if (errors === undefined || errors === null || errors === '') return null
  if (typeof errors !== 'object') return { report: errors }
  const parts = Array.isArray(errors) ? errors.map(asObject) : [asObject(errors)]
  const merged = Object.assign({}, ...parts)
  return Object.keys(merged).length > 0 ? merged : null
}

/** Returns the kind of failure that the keys of `errors` name. */
export function kindOfErrors(errors: Readonly<Record<string, unknown>>): FeedErrorKind {
  const keys = new Set(Object.keys(errors).map((key) => key.trim().toLowerCase()))
  return KINDS_BY_KEY.find(([key]) => keys.has(key))?.[1] ?? 'bad_request'
}

/** Makes the error of a failure, with the provider's sentence for the operator and the time of the next attempt. */
export function feedErrorOf(kind: FeedErrorKind, detail: string, now: Date, jitterMs: number): FeedError {
  return new FeedError(kind, cleanText(detail, MAX_SENTENCE_LENGTH), retryAtOf(kind, now, jitterMs))
}

/** Formats `errors` as one line for the operator. */
export function sentenceOf(errors: Readonly<Record<string, unknown>>): string {
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
