import { createRoute } from '@tanstack/react-router'
import { screen } from '../lib/router/screen.ts'
import { rootRoute } from './root.tsx'

export const playerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/player/$id',
  component: screen(() => import('../features/player/player-page.tsx'), 'PlayerPage'),
})
