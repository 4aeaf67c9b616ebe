import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readRankingAddress } from '../features/rankings/ranking-address.ts'
import { rootRoute } from './root.tsx'

export const rankingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/rankings',
  validateSearch: readRankingAddress,
  component: lazyRouteComponent(() => import('../features/rankings/rankings-page.tsx'), 'RankingsPage'),
})
