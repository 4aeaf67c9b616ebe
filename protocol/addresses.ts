/** The fan's pages, one address each: the router has a screen for every one. `$id` is one match or player. */
export const FAN_ADDRESSES = [
  '/',
  '/comptage',
  '/history',
  '/legal',
  '/match/$id',
  '/match/$id/decompte',
  '/player/$id',
  '/points',
  '/privacy',
  '/profile',
  '/rankings',
] as const

/** The operator's pages: their routes are fetched when one of them is asked for (`web/src/routes/operator`). */
export const OPERATOR_ADDRESSES = [
  '/admin',
  '/admin/journal',
  '/admin/fans',
  '/admin/ballots',
  '/admin/players',
  '/data-diagnostic',
  '/test-ranking',
  '/edge-status',
  '/votes-diagnostic',
  '/test-football-api',
  '/check-points',
  '/test-aggregate',
  '/{$name}-analysis',
  '/metrics-dashboard',
  '/design-demo',
  '/brand-book',
] as const

export type OperatorAddress = (typeof OPERATOR_ADDRESSES)[number]

/** All pages; any other address answers 404. */
export const PAGE_ADDRESSES = [...FAN_ADDRESSES, ...OPERATOR_ADDRESSES] as const

export type PageAddress = (typeof PAGE_ADDRESSES)[number]
/** The fan's pages whose head names neither a match nor a player. */
export type SinglePage = Exclude<(typeof FAN_ADDRESSES)[number], `${string}$id`>

/** The page at a path. `id` is copied from the path, and an empty string for a page without an id. */
export interface Page {
  readonly address: PageAddress
  readonly id: string
}

/** A part of a segment may be empty, as the router has it; a whole segment may not. */
const PATTERNS = PAGE_ADDRESSES.map((address) => ({
  address,
  pattern: new RegExp(`^${address.replace(/\{\$\w+\}/, '([^/]*)').replace(/\$\w+/, '([^/]+)')}$`, 'i'),
}))

/**
 * Returns the page at a path without its query, as the router finds it: ignores letter case, and repeated slashes before or after the path. Returns `null`
 * if there is none.
 */
export function pageAt(path: string): Page | null {
  const decoded = decode(path)
    ?.replace(/^\/+/, '/')
    .replace(/(?<=.)\/+$/, '')
  if (decoded === undefined) return null
  for (const { address, pattern } of PATTERNS) {
    const [found, id = ''] = pattern.exec(decoded) ?? []
    if (found !== undefined) return { address, id }
  }
  return null
}

function decode(path: string): string | undefined {
  try {
    return decodeURI(path)
  } catch {
    return undefined
  }
}

/** Identifier of the native app in both stores, without the team's prefix (docs/product/decisions.md). */
export const APP_ID = 'app.tribune.fan'

/** Scheme that only the native app answers, without `://`. */
export const APP_SCHEME = 'tribune'

/** Path of the page that hands a sign-in back, under the scheme's `//` and under the product's own host. */
export const APP_CALLBACK_PATH = '/auth/callback'

/**
 * Paths of the product's web addresses that open the native app where it is installed, and where the phone has verified that app and host belong
 * together. Narrow on purpose: a link that covered `/profile` would pull the sign-in in the phone's browser back into the app.
 */
export const APP_LINK_PATHS = ['/match/*', '/player/*', APP_CALLBACK_PATH] as const
