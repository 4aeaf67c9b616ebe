/** The app's pages, one address each: the router has a screen for every one, and any other answers 404. `$id` is one match or player. */
export const PAGE_ADDRESSES = [
  '/',
  '/history',
  '/match/$id',
  '/player/$id',
  '/points',
  '/privacy',
  '/profile',
  '/rankings',
] as const

export type PageAddress = (typeof PAGE_ADDRESSES)[number]
/** Pages of which there is one each. */
export type SinglePage = Exclude<PageAddress, `${string}$id`>

/** The page at a path, and whose it is; `id` as it is written, an empty string where the page is one of a kind. */
export interface Page {
  readonly address: PageAddress
  readonly id: string
}

const PATTERNS = PAGE_ADDRESSES.map((address) => ({
  address,
  pattern: new RegExp(`^${address.replace('$id', '([^/]+)')}$`, 'i'),
}))

/** The page at a path without its query, as the router finds it: in any case, whatever slashes are around it; `null` where none is. */
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
