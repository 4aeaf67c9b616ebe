import { CACHED_READS } from './cached-reads.ts'

/**
 * Rules for caching on a phone, so that a fan can read seen answers again without a network (spec section 8). Only public answers are cached: pictures, and
 * the reads that `cached-reads.ts` lists. A fan's own ballots and profile are never cached, so that no one finds them on a borrowed phone.
 */

/** `read`: requested each time, with the cached answer as the fallback. `picture`: shown from the cache at once, and refreshed in the background. */
export type Caching = 'read' | 'picture'

/** Limits of the cache for each kind, in entries and in seconds. The least recently used entries are deleted first. */
export const CACHE_LIMITS = {
  read: { entries: 120, seconds: 7 * 86_400 },
  picture: { entries: 400, seconds: 30 * 86_400 },
} as const satisfies Record<Caching, { entries: number; seconds: number }>

/** An answer that takes longer than this is replaced by the cached one, if there is one; in seconds. */
export const NETWORK_PATIENCE_S = 4
/** An unchanged answer is written down again at most this often, in milliseconds. */
export const STORED_AGAIN_MS = 60_000
/** A page that stays open looks for a new version this often, in milliseconds. */
export const VERSION_CHECK_MS = 3_600_000
/** Placeholder in the built service worker, which the server replaces by the revision of the policies that the page is sent with. */
export const POLICY_PLACE = '{policies}'
/** Header of a cached answer: when the device received it, in milliseconds of the device's clock. */
export const STORED_SINCE_HEADER = 'x-kept-since'

const READS = new RegExp(`^(?:${CACHED_READS.join('|').replace(':id', '[^/]+')})$`)
const PICTURES = /^\/media\/.+\.webp$/
/** Matches a search that was typed, which is not a screen one comes back to. */
const SEARCHED = /[?&]p_search=[^&]/

/** Returns how an address of the product is cached, by its path and its query (with its `?`, or empty); `null` if it is not cached. */
export function cachingOf(path: string, query = ''): Caching | null {
  if (PICTURES.test(path)) return 'picture'
  return READS.test(path) && !SEARCHED.test(query) ? 'read' : null
}

/** Returns whether the server lets an answer be cached for other readers than its caller, by its status and its `cache-control`. */
export function mayCache(status: number, cacheControl: string | null): boolean {
  return status === 200 && !/\b(?:private|no-store)\b/i.test(cacheControl ?? '')
}

/** The API, files, what the server draws, and what other programs look for: none of our pages has such a path. */
const NEVER_PAGES = /^\/(?:api|assets|dev|media|share|apple-app-site-association)(?:\/|$)|\/\./

/** Returns whether a page of the app can be at this path, mistyped ones included. */
export function mayBePage(path: string): boolean {
  return !NEVER_PAGES.test(path)
}

/** Returns whether a page at this path is the app's own, and opens without a network. Files are not. */
export function isAppPage(path: string): boolean {
  return mayBePage(path) && !/\.[^/]+$/.test(path)
}
