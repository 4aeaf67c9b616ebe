import { KEPT_READS } from './kept-reads.ts'

/**
 * What a phone keeps of what it has seen, to be read again without a network (spec section 8). Only what everybody may read, and only
 * what kept-reads.ts names: a fan's own ballots and profile are never kept, so that no one finds them on a borrowed phone.
 */

/** `read`: asked again each time, the kept answer standing in for the network. `picture`: shown at once, looked at again behind. */
export type Keeping = 'read' | 'picture'

/** How many of each are kept, and for how long; the least used go first. */
export const KEPT = {
  read: { entries: 120, seconds: 7 * 86_400 },
  picture: { entries: 400, seconds: 30 * 86_400 },
} as const satisfies Record<Keeping, { entries: number; seconds: number }>

/** An answer that takes longer than this is replaced by the kept one, where there is one; in seconds. */
export const NETWORK_PATIENCE_S = 4
/** An unchanged answer is written down again at most this often, in milliseconds. */
export const KEPT_AGAIN_MS = 60_000
/** A page that stays open looks for a new version this often, in milliseconds. */
export const VERSION_CHECK_MS = 3_600_000
/** Placeholder in the built service worker, which the server replaces by the revision of the policies that the page is sent with. */
export const POLICY_PLACE = '{policies}'
/** Header that a kept answer bears: when it was received, in milliseconds of the device. */
export const KEPT_SINCE_HEADER = 'x-kept-since'

const READS = new RegExp(`^(?:${KEPT_READS.join('|').replace(':id', '[^/]+')})$`)
const PICTURES = /^\/media\/.+\.webp$/
/** Matches a search that was typed, which is not a screen one comes back to. */
const SEARCHED = /[?&]p_search=[^&]/

/** Returns how an address of ours is kept, by its path and its query (with its `?`, or empty); `null` if it is not. */
export function keepingOf(path: string, query = ''): Keeping | null {
  if (PICTURES.test(path)) return 'picture'
  return READS.test(path) && !SEARCHED.test(query) ? 'read' : null
}

/** Whether the server lets an answer be kept beyond the one who asked, by its status and its `cache-control`. */
export function mayKeep(status: number, cacheControl: string | null): boolean {
  return status === 200 && !/\b(?:private|no-store)\b/i.test(cacheControl ?? '')
}

/** The API, files, what the server draws, and what other programs look for: none of our pages has such a path. */
const NEVER_PAGES = /^\/(?:api|assets|dev|media|share|apple-app-site-association)(?:\/|$)|\/\./

/** Whether a page of the app can be at this path, mistyped ones included. */
export function mayBePage(path: string): boolean {
  return !NEVER_PAGES.test(path)
}

/** Whether a page at this path is the app's own, and opens without a network. Files are not. */
export function isAppPage(path: string): boolean {
  return mayBePage(path) && !/\.[^/]+$/.test(path)
}
