import type { AppRouter } from '../../router.ts'

/**
 * Updates the canonical link at each navigation. The server sets it for the screen that the page was opened on, and browsers share it from their own
 * menu.
 */
export function followAddress(router: AppRouter): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')
  if (link === null) return
  router.subscribe('onResolved', ({ toLocation }) => {
    link.href = new URL(toLocation.pathname, link.href).href
  })
}
