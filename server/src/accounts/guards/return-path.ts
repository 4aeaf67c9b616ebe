import { percentDecoded } from '../../kernel/percent-encoding.ts'
import type { Fields } from './fields.ts'

/** Fields in which the accounts library accepts a callback, in a query or a body. */
const NAMES = ['callbackURL', 'errorCallbackURL', 'newUserCallbackURL', 'redirectTo'] as const
/** Any origin works: only the resolved path matters. */
const BASE = 'https://tribune.invalid'

/**
 * Whether a callback is unreadable, or leaves the product once its dots are resolved: `/..//evil.example` becomes `//evil.example`, another site.
 * The library refuses `//` and foreign origins, but checks a path before it resolves it.
 */
function leadsAway(path: string): boolean {
  const plain = percentDecoded(path)
  // None of our pages has such an address, and the library would throw on it.
  if (plain === null) return true
  if (!path.startsWith('/')) return false
  return [path, plain].some((form) => {
    const url = URL.canParse(form, BASE) ? new URL(form, BASE) : null
    return url === null || url.origin !== BASE || url.pathname.startsWith('//')
  })
}

/** Returns the first callback of a request that leads away from the product, or `null`. */
export function strayPath(query: URLSearchParams, sent: Fields): string | null {
  const given = NAMES.flatMap((name) => [...query.getAll(name), sent[name]])
  return given.find((path): path is string => typeof path === 'string' && leadsAway(path)) ?? null
}
