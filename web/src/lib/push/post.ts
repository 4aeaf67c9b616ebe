import type { Arguments } from '@tribune/contract/client.ts'
import type { Endpoint } from '@tribune/contract/endpoint.ts'

/** Longest wait for an answer, as in lib/limits.ts, which would be one more file for a page that fetches this after its first screen. */
const ANSWER_LIMIT_MS = 10_000

/**
 * Posts to an endpoint of the contract that needs no session: `post<typeof turnPushOff>('/api/push/off', { body })`. For the service worker, and for what
 * it shares with pages; all else goes through the app's client (lib/http/api.ts). Rejects without an answer in time.
 */
export function post<E extends Endpoint & { readonly method: 'POST' }>(
  path: E['path'],
  ...[options]: Arguments<E, Record<never, never>>
): Promise<Response> {
  return fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(options?.body),
    signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
  })
}
