import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readHistoryAddress } from '../features/history/history-address.ts'
import { rootRoute } from './root.tsx'

export const historyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/history',
  validateSearch: readHistoryAddress,
  component: lazyRouteComponent(() => import('../features/history/history-page.tsx'), 'HistoryPage'),
})
