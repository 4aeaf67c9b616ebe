import { createRoute } from '@tanstack/react-router'
import { rankingQuery } from '../data/ranking.ts'
import { readRankingAddress } from '../features/rankings/ranking-address.ts'
import { RankingWaiting } from '../features/rankings/ranking-waiting.tsx'
import { standIn } from '../lib/router/place.tsx'
import { screen } from '../lib/router/screen.ts'
import { rootRoute } from './root.tsx'

export const rankingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/rankings',
  validateSearch: readRankingAddress,
  loaderDeps: ({ search }) => ({ q: search.q }),
  // Reads while the code of the screen loads, not after it; the screen itself refreshes a list that is cached.
  loader: ({ context, deps }) =>
    void context.queryClient.prefetchInfiniteQuery({ ...rankingQuery(deps.q ?? ''), staleTime: 'static' }),
  preload: false,
  component: screen(() => import('../features/rankings/rankings-page.tsx'), 'RankingsPage'),
  pendingComponent: standIn(RankingWaiting),
})
