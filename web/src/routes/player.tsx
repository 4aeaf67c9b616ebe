import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from './root.tsx'

export const playerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/player/$id',
  component: lazyRouteComponent(() => import('../features/player/player-page.tsx'), 'PlayerPage'),
})
