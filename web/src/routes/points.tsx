import { createRoute } from '@tanstack/react-router'
import { screen } from '../lib/router/screen.ts'
import { rootRoute } from './root.tsx'

export const pointsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/points',
  component: screen(() => import('../features/points/points-page.tsx'), 'PointsPage'),
})
