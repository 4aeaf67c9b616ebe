import type { IncomingHttpHeaders } from 'node:http'
import { bearerOf } from './signed-token.ts'

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** Returns the origins whose pages may act for a fan: the product's own and, on loopback, its other names. */
export function trustedOrigins(publicUrl: string): string[] {
  const { protocol, hostname, port, origin } = new URL(publicUrl)
  if (!LOOPBACK.includes(hostname)) return [origin]
  return LOOPBACK.map((name) => `${protocol}//${name}${port === '' ? '' : `:${port}`}`)
}

/** Returns the origins of the native app's bundled pages, on iOS and Android; never the product's own. */
export function nativeOrigins(publicUrl: string): ReadonlySet<string> {
  const own = trustedOrigins(publicUrl)
  return new Set(['capacitor://localhost', 'https://localhost'].filter((origin) => !own.includes(origin)))
}

/** Whether a call comes from a page of another site, possibly with the fan's cookie (CSRF). */
export type ForeignCheck = (headers: IncomingHttpHeaders) => boolean

/**
 * Creates the check for calls from other sites. Trusts the browser's `sec-fetch-site` first, which is right under any host name. A client
 * without it and without `origin` does not come from a browser; one with a bearer token acts for itself, because no page can make a browser send that.
 */
export function createForeignCheck(publicUrl: string): ForeignCheck {
  const trusted = new Set(trustedOrigins(publicUrl))
  const native = nativeOrigins(publicUrl)
  // In development, pages come from another port.
  const isLocal = (origin: string) => isLoopback(publicUrl) && isLoopback(origin) && !native.has(origin)
  const isOurs = (origin = '') => trusted.has(origin) || isLocal(origin)
  return ({ origin, authorization, 'sec-fetch-site': site }) => {
    if (bearerOf(authorization) !== null || site === 'same-origin' || site === 'none') return false
    if (site === undefined && origin === undefined) return false
    return site === 'cross-site' || !isOurs(origin)
  }
}

/** Returns whether a URL's host is the loopback interface. */
export function isLoopback(address: string): boolean {
  return URL.canParse(address) && LOOPBACK.includes(new URL(address).hostname)
}
