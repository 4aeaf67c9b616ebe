import { createRoute } from '@tanstack/react-router'
import { MatchWaiting } from '../features/match/match-skeleton.tsx'
import { standIn } from '../lib/place.tsx'
import { screen } from '../lib/screen.ts'
import { rootRoute } from './root.tsx'

export const matchRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/match/$id',
  component: screen(() => import('../features/match/match-page.tsx'), 'MatchPage'),
  pendingComponent: standIn(MatchWaiting),
})
