import { createRoute } from '@tanstack/react-router'
import { screen } from '../lib/router/screen.ts'
import { rootRoute } from './root.tsx'

export const privacyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/privacy',
  // English unless the address asks for French; ignores anything else.
  validateSearch: ({ lang }): { readonly lang?: 'fr' | undefined } => ({ lang: lang === 'fr' ? lang : undefined }),
  component: screen(() => import('../features/privacy/privacy-page.tsx'), 'PrivacyPage'),
})
