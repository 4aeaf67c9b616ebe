import { createRouter, type Router, type RouterHistory } from '@tanstack/react-router'
import { queryClient } from './lib/http/query-client.ts'
import { keepPlaces, placeKey, standIn } from './lib/router/place.tsx'
import { FailedScreen } from './routes/failed-screen.tsx'
import type { operatorRoutes } from './routes/operator/routes.ts'
import { rootRoute } from './routes/root.tsx'
import { screenRoutes } from './routes/screens.ts'
import { Waiting } from './ui/waiting.tsx'

const routeTree = rootRoute.addChildren(screenRoutes)

type AllRoutes = [...NonNullable<typeof routeTree.children>, ...ReturnType<typeof operatorRoutes>]
/** The router as links, hooks and navigations are typed by: with the operator's routes, which are fetched only once one of them is asked for. */
type WholeRouter = Router<ReturnType<typeof rootRoute.addChildren<AllRoutes>>>

/** Delay until a placeholder is shown for a screen whose code, or at the start its data, has not arrived, in milliseconds. */
export const PENDING_MS = 200

/** Creates the router of all addresses. Fetches the code of a screen when a finger comes near its link. */
export function createAppRouter(history: RouterHistory) {
  const router = createRouter({
    routeTree,
    history,
    context: { queryClient },
    // Unknown addresses share one 404 screen, also below a screen that has its own for unknown ids.
    notFoundMode: 'root',
    defaultPreload: 'intent',
    scrollRestoration: true,
    getScrollRestorationKey: placeKey,
    defaultPendingComponent: standIn(Waiting),
    defaultPendingMs: PENDING_MS,
    // Inside the shell, so that the navigation stays within reach.
    defaultErrorComponent: FailedScreen,
  })
  keepPlaces(router)
  return router
}

export type AppRouter = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: WholeRouter
  }
}
