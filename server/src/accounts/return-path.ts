import type { Fields } from './fields.ts'

/** Names under which the accounts library takes an address to go back to, in a query as in a body. */
const NAMES = ['callbackURL', 'errorCallbackURL', 'newUserCallbackURL', 'redirectTo'] as const
/** Any origin does: only what becomes of the path is looked at. */
const BASE = 'https://tribune.invalid'

/**
 * Whether a path to go back to is unreadable, or leaves the product once dots are resolved: `/..//evil.example` becomes `//evil.example`, another site. The
 * library knows `//` and full addresses of strangers when it is asked; this it would only find when it has resolved them itself.
 */
export function leadsAway(path: string): boolean {
  const plain = decoded(path)
  // No page of ours has such an address, and the library would fail on it.
  if (plain === null) return true
  if (!path.startsWith('/')) return false
  return [path, plain].some((form) => {
    const url = URL.canParse(form, BASE) ? new URL(form, BASE) : null
    return url === null || url.origin !== BASE || url.pathname.startsWith('//')
  })
}

/** The first address to go back to among what a request brings that leads away, or `null`. */
export function strayPath(query: URLSearchParams, sent: Fields): string | null {
  const given = NAMES.flatMap((name) => [...query.getAll(name), sent[name]])
  return given.find((path): path is string => typeof path === 'string' && leadsAway(path)) ?? null
}

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}
