import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from './root.tsx'

export const pointsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/points',
  component: lazyRouteComponent(() => import('../features/points/points-page.tsx'), 'PointsPage'),
})
