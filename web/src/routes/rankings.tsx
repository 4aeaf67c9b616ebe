import { createRoute } from '@tanstack/react-router'
import { readRankingAddress } from '../features/rankings/ranking-address.ts'
import { rankingQuery } from '../features/rankings/ranking-query.ts'
import { RankingWaiting } from '../features/rankings/ranking-waiting.tsx'
import { queryClient } from '../lib/http/query-client.ts'
import { standIn } from '../lib/router/place.tsx'
import { screen } from '../lib/router/screen.ts'
import { rootRoute } from './root.tsx'

export const rankingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/rankings',
  validateSearch: readRankingAddress,
  beforeLoad: ({ search, preload }) => {
    // The router leaves in the address what our own reading drops.
    const query = rankingQuery(readRankingAddress({ ...search }).q ?? '')
    // Read while the screen's code is on its way, not after it; a list that is there is the screen's own to read again.
    if (!preload && queryClient.getQueryData(query.queryKey) === undefined)
      void queryClient.prefetchInfiniteQuery(query)
  },
  component: screen(() => import('../features/rankings/rankings-page.tsx'), 'RankingsPage'),
  pendingComponent: standIn(RankingWaiting),
})
