import { createRoute } from '@tanstack/react-router'
import { playerParams } from '../lib/router/id-params.ts'
import { screen } from '../lib/router/screen.ts'
import { rootRoute } from './root.tsx'

const page = () => import('../features/player/player-page.tsx')

export const playerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/player/$id',
  params: playerParams,
  component: screen(page, 'PlayerPage'),
  notFoundComponent: screen(page, 'UnknownPlayer'),
})
