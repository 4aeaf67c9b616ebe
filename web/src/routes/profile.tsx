import { createRoute } from '@tanstack/react-router'
import { screen } from '../lib/screen.ts'
import { rootRoute } from './root.tsx'

export const profileRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/profile',
  component: screen(() => import('../features/account/profile-page.tsx'), 'ProfilePage'),
})
