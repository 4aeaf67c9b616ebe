import { createRoute } from '@tanstack/react-router'
import { Waiting } from '../ui/waiting.tsx'
import { rootRoute } from './root.tsx'

export const profileRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/profile',
  component: Waiting,
})
