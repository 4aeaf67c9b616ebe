import {
  KEPT,
  KEPT_AGAIN_MS,
  KEPT_SINCE_HEADER,
  type Keeping,
  keepingOf,
  mayKeep,
  NETWORK_PATIENCE_S,
} from '@tribune/domain/offline.ts'
import { ExpirationPlugin } from 'workbox-expiration'
import { registerRoute } from 'workbox-routing'
import { NetworkFirst, StaleWhileRevalidate } from 'workbox-strategies'

type StrategyPlugin = NetworkFirst['plugins'][number]

const NAMES = { read: 'tribune-reads', picture: 'tribune-pictures' } as const satisfies Record<Keeping, string>

/** Public answers and pictures, kept as they pass, few and not for long. The browser's own cache and its ETags work as without us. */
export function keepWhatIsSeen(): void {
  registerRoute(
    is('read'),
    new NetworkFirst({
      cacheName: NAMES.read,
      networkTimeoutSeconds: NETWORK_PATIENCE_S,
      plugins: [{ cacheWillUpdate: (answered) => datedCopy('read', answered) }, expiration('read')],
    }),
  )
  registerRoute(
    is('picture'),
    new StaleWhileRevalidate({
      cacheName: NAMES.picture,
      plugins: [{ cacheWillUpdate: (answered) => datedCopy('picture', answered) }, expiration('picture')],
    }),
  )
}

function is(keeping: Keeping) {
  return ({ url, sameOrigin }: { url: URL; sameOrigin: boolean }) =>
    sameOrigin && keepingOf(url.pathname, url.search) === keeping
}

function expiration(keeping: Keeping): StrategyPlugin {
  const { entries, seconds } = KEPT[keeping]
  // Workbox's own types do not agree under exact optional properties.
  return new ExpirationPlugin({
    maxEntries: entries,
    maxAgeSeconds: seconds,
    purgeOnQuotaError: true,
  }) as StrategyPlugin
}

/** What to write down: the answer with the moment it came, or null when it may not be kept or stands there already. */
async function datedCopy(keeping: Keeping, { request, response }: { request: Request; response: Response }) {
  if (!mayKeep(response.status, response.headers.get('cache-control'))) return null
  const now = Date.now()
  const kept = await (await caches.open(NAMES[keeping])).match(request)
  if (kept !== undefined && isSame(kept, response) && now - sinceOf(kept) < KEPT_AGAIN_MS) return null
  const headers = new Headers(response.headers)
  // The body is no longer compressed here.
  headers.delete('content-encoding')
  headers.delete('content-length')
  headers.set(KEPT_SINCE_HEADER, String(now))
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
}

function isSame(kept: Response, response: Response): boolean {
  const etag = response.headers.get('etag')
  return etag !== null && etag === kept.headers.get('etag')
}

function sinceOf(kept: Response): number {
  return Number(kept.headers.get(KEPT_SINCE_HEADER))
}
