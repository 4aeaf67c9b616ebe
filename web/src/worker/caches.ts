import {
  CACHE_LIMITS,
  type Caching,
  cachingOf,
  mayCache,
  NETWORK_PATIENCE_S,
  STORED_AGAIN_MS,
  STORED_SINCE_HEADER,
} from '@tribune/protocol/offline.ts'
import { ExpirationPlugin } from 'workbox-expiration'
import { registerRoute } from 'workbox-routing'
import { NetworkFirst, StaleWhileRevalidate } from 'workbox-strategies'

type StrategyPlugin = NetworkFirst['plugins'][number]

const NAMES = { read: 'tribune-reads', picture: 'tribune-pictures' } as const satisfies Record<Caching, string>

/** Caches public answers and pictures when they are read, few of them and for a short time. The browser's own cache and its ETags work as usual. */
export function registerCaches(): void {
  registerRoute(
    matching('read'),
    new NetworkFirst({
      cacheName: NAMES.read,
      networkTimeoutSeconds: NETWORK_PATIENCE_S,
      plugins: [{ cacheWillUpdate: (answered) => datedCopy('read', answered) }, expiration('read')],
    }),
  )
  registerRoute(
    matching('picture'),
    new StaleWhileRevalidate({
      cacheName: NAMES.picture,
      plugins: [{ cacheWillUpdate: (answered) => datedCopy('picture', answered) }, expiration('picture')],
    }),
  )
}

function matching(caching: Caching) {
  return ({ url, sameOrigin }: { url: URL; sameOrigin: boolean }) =>
    sameOrigin && cachingOf(url.pathname, url.search) === caching
}

function expiration(caching: Caching): StrategyPlugin {
  const { entries, seconds } = CACHE_LIMITS[caching]
  // Workbox's own types do not match under `exactOptionalPropertyTypes`.
  return new ExpirationPlugin({
    maxEntries: entries,
    maxAgeSeconds: seconds,
    purgeOnQuotaError: true,
  }) as StrategyPlugin
}

/** Returns a copy of an answer with the time of its arrival, or null if it must not be stored or is stored already. */
async function datedCopy(caching: Caching, { request, response }: { request: Request; response: Response }) {
  if (!mayCache(response.status, response.headers.get('cache-control'))) return null
  const now = Date.now()
  const stored = await (await caches.open(NAMES[caching])).match(request)
  if (stored !== undefined && isSame(stored, response) && now - storedAt(stored) < STORED_AGAIN_MS) return null
  const headers = new Headers(response.headers)
  // The body is no longer compressed here.
  headers.delete('content-encoding')
  headers.delete('content-length')
  // `vary` concerns the server. In this cache, a page would not find an answer that the worker itself requested: only the page's request has an origin.
  headers.delete('vary')
  headers.set(STORED_SINCE_HEADER, String(now))
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
}

function isSame(stored: Response, response: Response): boolean {
  const etag = response.headers.get('etag')
  return etag !== null && etag === stored.headers.get('etag')
}

function storedAt(stored: Response): number {
  return Number(stored.headers.get(STORED_SINCE_HEADER))
}
