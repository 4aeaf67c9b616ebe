import { createRoute } from '@tanstack/react-router'
import { matchIdOf, matchQuery } from '../features/match/api.ts'
import { MatchWaiting } from '../features/match/match-skeleton.tsx'
import { queryClient } from '../lib/http/query-client.ts'
import { standIn } from '../lib/router/place.tsx'
import { screen } from '../lib/router/screen.ts'
import { rootRoute } from './root.tsx'

export const matchRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/match/$id',
  beforeLoad: ({ params, preload }) => {
    const id = matchIdOf(params.id)
    // Read while the screen's code is on its way, not after it.
    if (!preload && id !== null) void queryClient.prefetchQuery(matchQuery(id))
  },
  component: screen(() => import('../features/match/match-page.tsx'), 'MatchPage'),
  pendingComponent: standIn(MatchWaiting),
})
