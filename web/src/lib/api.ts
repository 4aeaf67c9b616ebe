import { REQUEST_TIMEOUT_MS } from '@tribune/domain/refresh.ts'
import { refusalOf, unansweredError } from './api-error.ts'
import { noteNews } from './news.ts'
import { isOnline } from './platform.ts'
import { noteAnswer } from './server-clock.ts'

/** What a call may add to its address. */
interface CallOptions {
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs?: number
}

type Method = 'GET' | 'PUT' | 'POST' | 'DELETE'

/**
 * Calls the server and gives its JSON. The contract promises the shape (`Output<typeof endpoint>`), the server checks it on the way out;
 * unchanged answers come from the browser's own cache (ETag). Refusals and silence are thrown as ApiError, aborts as they are.
 */
export async function call<Answer>(method: Method, path: string, options: CallOptions = {}): Promise<Answer> {
  const response = await send(method, path, options)
  const body: unknown = await response.json().catch(() => null)
  if (!response.ok || body === null) throw refusalOf(response.status, body)
  return body as Answer
}

/** A read: `get<Output<typeof getHomeMatches>>('/api/rpc/get_home_matches', { query })`. */
export function get<Answer>(path: string, options: Omit<CallOptions, 'body'> = {}): Promise<Answer> {
  return call<Answer>('GET', path, options)
}

/** A read of what is no JSON, such as a picture. */
export async function getFile(path: string, options: Omit<CallOptions, 'body'> = {}): Promise<Blob> {
  const response = await send('GET', path, options)
  if (!response.ok) throw refusalOf(response.status, await response.json().catch(() => null))
  return response.blob()
}

async function send(method: Method, path: string, options: CallOptions): Promise<Response> {
  const { query, body, headers, signal, timeoutMs = REQUEST_TIMEOUT_MS } = options
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(new DOMException('', 'TimeoutError')), timeoutMs)
  signal?.addEventListener('abort', () => stop.abort(), { once: true, signal: stop.signal })
  if (signal?.aborted) stop.abort()
  try {
    const response = await fetch(path + queryString(query), {
      method,
      signal: stop.signal,
      credentials: 'same-origin',
      // What is being saved is saved even if the page is left meanwhile.
      keepalive: method !== 'GET',
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } }),
    })
    noteAnswer(response.headers, Date.now())
    if (response.ok) noteNews(path, response.headers)
    return response
  } catch (cause) {
    throw unansweredError(stop.signal.aborted ? stop.signal.reason : cause, isOnline())
  } finally {
    clearTimeout(timer)
  }
}

function queryString(query: CallOptions['query']): string {
  const given = Object.entries(query ?? {}).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, String(value)]],
  )
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}
