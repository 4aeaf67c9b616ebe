import { createRoute } from '@tanstack/react-router'
import { screen } from '../lib/router/screen.ts'
import { rootRoute } from './root.tsx'

export const privacyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/privacy',
  // English unless the French text is asked for; anything else in the address says nothing.
  validateSearch: ({ lang }): { lang?: 'fr' } => (lang === 'fr' ? { lang } : {}),
  component: screen(() => import('../features/privacy/privacy-page.tsx'), 'PrivacyPage'),
})
