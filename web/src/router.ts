import { createRouter } from '@tanstack/react-router'
import { homeRoute } from './routes/home.tsx'
import { matchRoute } from './routes/match.tsx'
import { playerRoute } from './routes/player.tsx'
import { pointsRoute } from './routes/points.tsx'
import { profileRoute } from './routes/profile.tsx'
import { rankingsRoute } from './routes/rankings.tsx'
import { rootRoute } from './routes/root.tsx'
import { Waiting } from './ui/waiting.tsx'

const routeTree = rootRoute.addChildren([homeRoute, matchRoute, rankingsRoute, pointsRoute, playerRoute, profileRoute])

/** All addresses. A screen's code is fetched when a finger comes near its link. */
export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultPendingComponent: Waiting,
  defaultPendingMs: 200,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
