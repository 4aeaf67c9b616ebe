import { createRoute } from '@tanstack/react-router'
import { screen } from '../lib/router/screen.ts'
import { rootRoute } from './root.tsx'

export const legalRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/legal',
  component: screen(() => import('../features/legal/legal-page.tsx'), 'LegalPage'),
})
