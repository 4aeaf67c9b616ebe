import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from './root.tsx'

export const matchRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/match/$id',
  component: lazyRouteComponent(() => import('../features/match/match-page.tsx'), 'MatchPage'),
})
