import type { AppRouter } from '../../router.ts'

/**
 * The page comes with the public address of the screen it was opened on; browsers share that one from their own menu, so it follows the
 * fan from screen to screen.
 */
export function followAddress(router: AppRouter): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')
  if (link === null) return
  router.subscribe('onResolved', ({ toLocation }) => {
    link.href = new URL(toLocation.pathname, link.href).href
  })
}
