import { Browser } from '@capacitor/browser'
import { onServer } from './server.ts'

/** Paths that the server answers itself, which the bundled pages do not have. */
const SERVERS_OWN = /^\/(?:api|share|media|dev)\//

/** Opens an address in the phone's browser, in a sheet of its own above the app. */
export function openOutside(address: string): Promise<void> {
  return Browser.open({ url: address })
}

/** Closes the sheet of the phone's browser, if one is open. Android's closes by itself. */
export async function closeOutside(): Promise<void> {
  await Browser.close().catch(() => {})
}

/**
 * Opens links to other sites in the phone's browser instead of the app's only window, and links to the server's own files too: the app's bearer token does
 * not go there, so the fan's data is offered on the profile in the browser.
 */
export function openLinksOutside(): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null
    if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented) return
    const address = outsideAddress(link.href, window.location.origin)
    if (address === null) return
    event.preventDefault()
    void openOutside(address)
  })
}

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
