import { createRoute } from '@tanstack/react-router'
import {
  readAdminAddress,
  readJournalAddress,
  readMatchAddress,
  readMetricsAddress,
  readPeopleAddress,
  readPlayerAddress,
} from '../../features/admin/admin-address.ts'
import { screen } from '../../lib/router/screen.ts'
import type { rootRoute } from '../root.tsx'

/** The operator's pages below the app's root: one route each, for every one of `OPERATOR_ADDRESSES`. */
export function operatorRoutes(root: typeof rootRoute) {
  const getParentRoute = () => root
  return [
    createRoute({
      getParentRoute,
      path: '/admin',
      validateSearch: readAdminAddress,
      component: screen(() => import('../../features/admin/admin-page.tsx'), 'AdminPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/admin/ballots',
      validateSearch: readMatchAddress,
      component: screen(() => import('../../features/admin/ballots/ballots-page.tsx'), 'BallotsPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/admin/journal',
      validateSearch: readJournalAddress,
      component: screen(() => import('../../features/admin/journal/journal-page.tsx'), 'JournalPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/data-diagnostic',
      component: screen(
        () => import('../../features/admin/pages/diagnostics/data-diagnostic-page.tsx'),
        'DataDiagnosticPage',
      ),
    }),
    createRoute({
      getParentRoute,
      path: '/test-ranking',
      validateSearch: readMatchAddress,
      component: screen(
        () => import('../../features/admin/pages/diagnostics/test-ranking-page.tsx'),
        'TestRankingPage',
      ),
    }),
    createRoute({
      getParentRoute,
      path: '/edge-status',
      component: screen(() => import('../../features/admin/pages/diagnostics/edge-status-page.tsx'), 'EdgeStatusPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/votes-diagnostic',
      validateSearch: readMatchAddress,
      component: screen(
        () => import('../../features/admin/pages/diagnostics/votes-diagnostic-page.tsx'),
        'VotesDiagnosticPage',
      ),
    }),
    createRoute({
      getParentRoute,
      path: '/test-football-api',
      validateSearch: readMatchAddress,
      component: screen(
        () => import('../../features/admin/pages/diagnostics/football-api-page.tsx'),
        'FootballApiPage',
      ),
    }),
    createRoute({
      getParentRoute,
      path: '/check-points',
      validateSearch: readMatchAddress,
      component: screen(
        () => import('../../features/admin/pages/diagnostics/check-points-page.tsx'),
        'CheckPointsPage',
      ),
    }),
    createRoute({
      getParentRoute,
      path: '/test-aggregate',
      validateSearch: readMatchAddress,
      component: screen(() => import('../../features/admin/pages/diagnostics/aggregate-page.tsx'), 'AggregatePage'),
    }),
    createRoute({
      getParentRoute,
      path: '/{$name}-analysis',
      validateSearch: readPlayerAddress,
      component: screen(() => import('../../features/admin/pages/diagnostics/analysis-page.tsx'), 'AnalysisPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/metrics-dashboard',
      validateSearch: readMetricsAddress,
      component: screen(() => import('../../features/admin/pages/metrics/metrics-page.tsx'), 'MetricsPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/brand-book',
      component: screen(() => import('../../features/admin/pages/brand-book/brand-book-page.tsx'), 'BrandBookPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/admin/fans',
      validateSearch: readPeopleAddress,
      component: screen(() => import('../../features/admin/people/people-page.tsx'), 'PeoplePage'),
    }),
    createRoute({
      getParentRoute,
      path: '/admin/players',
      component: screen(() => import('../../features/admin/players/players-page.tsx'), 'PlayersPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/design-demo',
      component: screen(() => import('../../features/admin/pages/design-demo/design-demo-page.tsx'), 'DesignDemoPage'),
    }),
  ]
}
