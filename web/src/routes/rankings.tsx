import { createRoute } from '@tanstack/react-router'
import { readRankingAddress } from '../features/rankings/ranking-address.ts'
import { screen } from '../lib/screen.ts'
import { rootRoute } from './root.tsx'

export const rankingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/rankings',
  validateSearch: readRankingAddress,
  component: screen(() => import('../features/rankings/rankings-page.tsx'), 'RankingsPage'),
})
