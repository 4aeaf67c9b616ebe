import type { Arguments } from '@tribune/contract/client.ts'
import type { Endpoint, Output } from '@tribune/contract/endpoint.ts'
import { REQUEST_TIMEOUT_MS } from '@tribune/domain/refresh.ts'
import { isOnline } from '../device/platform.ts'
import { noteNews } from '../live/news.ts'
import { refusalOf, unansweredError } from './api-error.ts'
import { noteAnswer } from './server-clock.ts'

/** What any call may say beside what its endpoint takes. */
interface CallSettings {
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs?: number
}

export interface Options extends CallSettings {
  readonly query?: Readonly<Record<string, unknown>> | undefined
  readonly body?: unknown
}

/**
 * Calls an endpoint of the contract and returns its JSON: `call<typeof putVote>('PUT', '/api/votes/:match_id', { params, body })`. What the
 * endpoint does not take does not compile; what it promises, the server checks on the way out. Unchanged answers come from the browser's
 * own cache (ETag). Refusals and silence are thrown as ApiError, aborts as they are.
 */
export function call<E extends Endpoint>(
  method: E['method'],
  path: E['path'],
  ...[options]: Arguments<E, CallSettings>
): Promise<Output<E>> {
  return request(method, withParams(path, options?.params), options)
}

/** A read of the contract: `get<typeof getVote>('/api/votes/:match_id', { params, signal })`. */
export function get<E extends Endpoint & { readonly method: 'GET' }>(
  path: E['path'],
  ...options: Arguments<E, CallSettings>
): Promise<Output<E>> {
  return call<E>('GET', path, ...options)
}

/** A call outside the contract: the accounts library answers it in a form of its own. */
export async function request<Answer>(
  method: Endpoint['method'],
  path: string,
  options: Options = {},
): Promise<Answer> {
  return send(method, path, options, async (response) => {
    const body = await readJson(response)
    if (!response.ok || body === null) throw refusalOf(response.status, body)
    return body as Answer
  })
}

/** Null for what is no JSON. Throws when the answer breaks off. */
export function readJson(response: Response): Promise<unknown> {
  return response.json().catch((error: unknown) => {
    if (error instanceof SyntaxError) return null
    throw error
  })
}

/** Sends the call and reads its answer, to the end and within the time limit. */
export async function send<Read>(
  method: Endpoint['method'],
  path: string,
  options: Options,
  read: (response: Response) => Promise<Read>,
): Promise<Read> {
  const { query, body, headers = {}, signal, timeoutMs = REQUEST_TIMEOUT_MS } = options
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(new DOMException('', 'TimeoutError')), timeoutMs)
  signal?.addEventListener('abort', () => stop.abort(), { signal: stop.signal })
  if (signal?.aborted) stop.abort()
  try {
    const response = await fetch(path + queryString(query), {
      method,
      signal: stop.signal,
      // What is being saved is saved even if the page is left meanwhile.
      keepalive: method !== 'GET',
      headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
      // Undefined stays undefined.
      body: JSON.stringify(body),
    })
    noteAnswer(response.headers, Date.now())
    if (response.ok) noteNews(path, response.headers)
    return await read(response)
  } catch (cause) {
    throw unansweredError(stop.signal.aborted ? stop.signal.reason : cause, isOnline())
  } finally {
    clearTimeout(timer)
  }
}

function withParams(path: string, params: Readonly<Record<string, unknown>> = {}): string {
  return path.replace(/:(\w+)/g, (_, name) => String(params[name]))
}

function queryString(query: Options['query']): string {
  const given = Object.entries(query ?? {}).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, String(value)]],
  )
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}
