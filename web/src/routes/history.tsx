import { createRoute } from '@tanstack/react-router'
import { readHistoryAddress } from '../features/history/history-address.ts'
import { screen } from '../lib/router/screen.ts'
import { rootRoute } from './root.tsx'

export const historyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/history',
  validateSearch: readHistoryAddress,
  component: screen(() => import('../features/history/history-page.tsx'), 'HistoryPage'),
})
