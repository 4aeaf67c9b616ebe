import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { placeKey, standIn } from './lib/router/place.tsx'
import { CrashScreen } from './routes/crash.tsx'
import { historyRoute } from './routes/history.tsx'
import { homeRoute } from './routes/home.tsx'
import { matchRoute } from './routes/match.tsx'
import { playerRoute } from './routes/player.tsx'
import { pointsRoute } from './routes/points.tsx'
import { privacyRoute } from './routes/privacy.tsx'
import { profileRoute } from './routes/profile.tsx'
import { rankingsRoute } from './routes/rankings.tsx'
import { rootRoute } from './routes/root.tsx'
import { Waiting } from './ui/waiting.tsx'

const routeTree = rootRoute.addChildren([
  homeRoute,
  matchRoute,
  rankingsRoute,
  historyRoute,
  pointsRoute,
  playerRoute,
  profileRoute,
  privacyRoute,
])

/** How long a screen's code, and at the start what it shows, may be on its way before a waiting screen is shown. */
export const PENDING_MS = 200

/** All addresses. A screen's code is fetched when a finger comes near its link. */
export function makeRouter(history: RouterHistory) {
  return createRouter({
    routeTree,
    history,
    defaultPreload: 'intent',
    scrollRestoration: true,
    getScrollRestorationKey: placeKey,
    defaultPendingComponent: standIn(Waiting),
    defaultPendingMs: PENDING_MS,
    // Inside the shell, so that the navigation stays within reach.
    defaultErrorComponent: CrashScreen,
  })
}

export type AppRouter = ReturnType<typeof makeRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}
