import type { AnyRoute, AnyRouter } from '@tanstack/react-router'
import { operatorRoutes } from './routes.ts'

/**
 * Adds the operator's routes to a running router. They are not part of the app that fans load: the 404 screen fetches them
 * (`../not-found.tsx`).
 */
export function addOperatorRoutes(router: AnyRouter): void {
  const root = router.routeTree
  const known: readonly AnyRoute[] = Object.values(root.children ?? {})
  if (!known.some(({ fullPath }) => fullPath === '/admin')) {
    root.addChildren([...known, ...operatorRoutes(root)])
  }
  router.setRoutes(router.buildRouteTree())
}
