import type { ErrorCode } from '@tribune/contract/errors.ts'
import { unreachable } from '@tribune/french/sentences/app.ts'
import { RETRY_STATUSES, RETRY_STEP_MS } from '../limits.ts'

/** Code of a refusal, also by the accounts library, or the reason why there was no answer. */
type ApiErrorCode = ErrorCode | 'offline' | 'timeout' | 'unreadable' | (string & {})

/** Error of a failed call. `message` is a French sentence to show; `id` finds the occurrence in the server's log. */
export class ApiError extends Error {
  readonly code: ApiErrorCode
  readonly status: number
  readonly id: string | null
  /** Further fields of the refusal. */
  readonly more: object

  constructor(
    code: ApiErrorCode,
    message: string,
    {
      status = 0,
      id = null,
      more = {},
    }: { readonly status?: number; readonly id?: string | null; readonly more?: object },
  ) {
    super(message)
    this.name = 'ApiError'
    this.code = code
    this.status = status
    this.id = id
    this.more = more
  }
}

let onRefusal: ((code: ApiErrorCode) => void) | undefined

/** Calls back with the code of each refusal from now on. */
export function hearRefusals(listener: (code: ApiErrorCode) => void): void {
  onRefusal = listener
}

/** Converts the body of a refusal, with its sentence. Any body but the contract's becomes `unreadable`. */
export function refusalOf(status: number, body: unknown): ApiError {
  const refusal = errorPart(body)
  if (refusal === null) return new ApiError('unreadable', unreachable.unreadable, { status })
  onRefusal?.(refusal.code)
  return new ApiError(refusal.code, refusal.message || unreachable.unreadable, { status, ...refusal })
}

/** Converts the error of a request without a complete answer. Returns refusals and aborts by the caller unchanged. */
export function unansweredError(cause: unknown, online: boolean): unknown {
  const { name } = cause as Error
  if (name === 'AbortError' || name === 'ApiError') return cause
  if (name === 'TimeoutError') return new ApiError('timeout', unreachable.timeout, {})
  return new ApiError('offline', online ? unreachable.unreachable : unreachable.offline, {})
}

const UNANSWERED: readonly ApiErrorCode[] = ['offline', 'timeout', 'outcome_unknown']

/** Returns whether a request was left without an answer, or the server does not know the outcome: it may have been carried out or not. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof ApiError && UNANSWERED.includes(error.code)
}

/** Returns the sentence to show for anything thrown. */
export function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.message : unreachable.internal
}

/** Returns whether a retry may succeed (spec section 7). */
export function isWorthRetrying(error: unknown): boolean {
  return error instanceof ApiError && RETRY_STATUSES.includes(error.status)
}

/** Returns the milliseconds to wait after attempt `attempt` (1, 2, …) has failed (spec section 9). */
export function retryDelay(attempt: number): number {
  return RETRY_STEP_MS * attempt
}

function errorPart(body: unknown): { code: string; message: string; id: string | null; more: object } | null {
  if (!isRecord(body) || !isRecord(body.error) || typeof body.error.code !== 'string') return null
  const { code, message, id } = body.error
  return {
    code,
    message: typeof message === 'string' ? message : '',
    id: typeof id === 'string' ? id : null,
    more: body.error,
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
