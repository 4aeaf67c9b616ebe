import type { Arguments, Endpoint, Output } from '@tribune/contract/endpoint.ts'
import { isOnline } from '../device/platform.ts'
import { REQUEST_TIMEOUT_MS } from '../limits.ts'
import { onServer } from '../native/server.ts'
import { bearerHeaders, noteSession } from '../native/session.ts'
import { recordAnswerAge } from '../offline/data-age.ts'
import { addressOf } from './address.ts'
import { refusalOf, unansweredError } from './api-error.ts'
import { recordAnswer } from './server-clock.ts'

/** Settings of any call, besides the arguments of its endpoint. */
export interface CallSettings {
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs?: number
}

export interface Options extends CallSettings {
  readonly query?: Readonly<Record<string, unknown>> | undefined
  readonly body?: unknown
}

/** An endpoint whose call replaces no state that the screen shows; the operator's others are called by `act`. */
type Unconditional = Endpoint & { readonly state?: never }

/**
 * Calls an endpoint of the contract and returns its JSON: `call<typeof putVote>('PUT', '/api/votes/:match_id', { params, body })`. Arguments that the
 * endpoint does not accept do not compile; the server validates its answers itself. Unchanged answers come from the browser's own cache (ETag).
 * Throws refusals and missing answers as ApiError, and aborts unchanged.
 */
export function call<E extends Unconditional>(
  method: E['method'],
  path: E['path'],
  ...[options]: Arguments<E, CallSettings>
): Promise<Output<E>> {
  return request(method, withParams(path, options?.params), options)
}

/** Calls a GET endpoint of the contract: `get<typeof getVote>('/api/votes/:match_id', { params, signal })`. */
export function get<E extends Unconditional & { readonly method: 'GET' }>(
  path: E['path'],
  ...options: Arguments<E, CallSettings>
): Promise<Output<E>> {
  return call<E>('GET', path, ...options)
}

/** Makes a call without the contract's types, which `call` and `callAccount` (account-api.ts) add. */
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

/** Parses a body as JSON. Returns null if it is none; throws if the answer breaks off. */
export function readJson(response: Response): Promise<unknown> {
  return response.json().catch((error: unknown) => {
    if (error instanceof SyntaxError) return null
    throw error
  })
}

/** Sends a request and reads its whole answer within the time limit. */
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
  const bearer = import.meta.env.VITE_NATIVE ? bearerHeaders() : {}
  try {
    const response = await ask(addressOf(path, query), {
      method,
      signal: stop.signal,
      // Writes complete even if the fan leaves the page before the answer.
      keepalive: method !== 'GET',
      headers: signed(body === undefined ? headers : { 'content-type': 'application/json', ...headers }),
      // `JSON.stringify` leaves undefined undefined.
      body: JSON.stringify(body),
    })
    recordAnswer(response.headers, Date.now())
    if (import.meta.env.VITE_NATIVE) noteSession(response.headers, bearer)
    if (response.ok) recordAnswerAge(path, response.headers)
    return await read(response)
  } catch (cause) {
    throw unansweredError(stop.signal.aborted ? stop.signal.reason : cause, isOnline())
  } finally {
    clearTimeout(timer)
  }
}

/** Sends a request. The native app keeps public answers, as it has no service worker. */
function ask(address: string, init: RequestInit): Promise<Response> {
  const send = () => fetch(onServer(address), init)
  if (!import.meta.env.VITE_NATIVE) return send()
  return import('../native/stored-answers.ts').then(({ askOrRecall }) => askOrRecall(address, send))
}

/** Adds the native app's session. A browser's own is in a cookie. */
function signed(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return import.meta.env.VITE_NATIVE ? { ...bearerHeaders(), ...headers } : headers
}

function withParams(path: string, params: Readonly<Record<string, unknown>> = {}): string {
  return path.replace(/:(\w+)/g, (_, name) => String(params[name]))
}
