import { createRoute } from '@tanstack/react-router'
import { Waiting } from '../ui/waiting.tsx'
import { rootRoute } from './root.tsx'

export const matchRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/match/$id',
  component: Waiting,
})
