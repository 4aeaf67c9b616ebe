import type { IncomingHttpHeaders } from 'node:http'
import { bearerOf } from './signed-token.ts'

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** Pages that may act for a fan: the product's own. On loopback its other names are the same place. */
export function trustedOrigins(publicUrl: string): string[] {
  const { protocol, hostname, port, origin } = new URL(publicUrl)
  if (!LOOPBACK.includes(hostname)) return [origin]
  return LOOPBACK.map((name) => `${protocol}//${name}${port === '' ? '' : `:${port}`}`)
}

/** Where the pages that the native app brings along stand, on iOS and on Android; never the product's own, whatever it is called. */
export function nativeOrigins(publicUrl: string): ReadonlySet<string> {
  const own = trustedOrigins(publicUrl)
  return new Set(['capacitor://localhost', 'https://localhost'].filter((origin) => !own.includes(origin)))
}

/** Tells whether a page that is not the product's had a browser make a call, with the fan's cookie perhaps. */
export type ForeignCheck = (headers: IncomingHttpHeaders) => boolean

/**
 * The browser's own word, `sec-fetch-site`, comes first: it knows the product under any name. A client that sends neither that nor `origin`
 * is no browser, and one that sends a token of its own acts for itself: no page can make a browser do that.
 */
export function createForeignCheck(publicUrl: string): ForeignCheck {
  const trusted = new Set(trustedOrigins(publicUrl))
  const native = nativeOrigins(publicUrl)
  // While the product is developed its pages come from another port.
  const isNear = (origin: string) => isLoopback(publicUrl) && isLoopback(origin) && !native.has(origin)
  const isOurs = (origin = '') => trusted.has(origin) || isNear(origin)
  return ({ origin, authorization, 'sec-fetch-site': site }) => {
    if (bearerOf(authorization) !== null || site === 'same-origin' || site === 'none') return false
    if (site === undefined && origin === undefined) return false
    return site === 'cross-site' || !isOurs(origin)
  }
}

/** Whether an address leads to the machine itself. */
export function isLoopback(address: string): boolean {
  return URL.canParse(address) && LOOPBACK.includes(new URL(address).hostname)
}
