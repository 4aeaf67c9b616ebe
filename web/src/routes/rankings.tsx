import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from './root.tsx'

export const rankingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/rankings',
  component: lazyRouteComponent(() => import('../features/rankings/rankings-page.tsx'), 'RankingsPage'),
})
