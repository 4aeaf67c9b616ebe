import type { AnyRouter } from '@tanstack/react-router'

/**
 * Updates the canonical link at each navigation. The server sets it for the screen that the page was opened on, and browsers share it from their own
 * menu.
 */
export function followAddress(router: AnyRouter): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')
  if (link === null) return
  router.subscribe('onResolved', ({ toLocation }) => {
    link.href = new URL(toLocation.pathname, link.href).href
  })
}
