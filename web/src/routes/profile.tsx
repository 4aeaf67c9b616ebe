import { createRoute } from '@tanstack/react-router'
import { screen } from '../lib/router/screen.ts'
import { rootRoute } from './root.tsx'

export const profileRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/profile',
  component: screen(() => import('../features/profile/profile-page.tsx'), 'ProfilePage'),
})
