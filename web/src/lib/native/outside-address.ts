import { onServer } from './server.ts'

/** Paths that the server answers itself, which the bundled pages do not have. */
const SERVERS_OWN = /^\/(?:api|share|media|dev)\//

/** Returns the address that a link opens in the phone's browser, or null if it stays in the app or belongs to another app, as `mailto:` does. */
export function outsideAddress(href: string, own: string): string | null {
  const { protocol, pathname, search } = new URL(href)
  // Not by the origin, which is `null` for a scheme that is not the web's.
  if (href.startsWith(`${own}/`)) {
    if (pathname.startsWith('/api/me/')) return onServer('/profile')
    return SERVERS_OWN.test(pathname) ? onServer(pathname + search) : null
  }
  return protocol === 'https:' || protocol === 'http:' ? href : null
}
