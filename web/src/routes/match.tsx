import { createRoute } from '@tanstack/react-router'
import { matchQuery } from '../data/match.ts'
import { MatchWaiting } from '../features/match/match-skeleton.tsx'
import { matchParams } from '../lib/router/id-params.ts'
import { standIn } from '../lib/router/place.tsx'
import { screen } from '../lib/router/screen.ts'
import { rootRoute } from './root.tsx'

const page = () => import('../features/match/match-page.tsx')

export const matchRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/match/$id',
  params: matchParams,
  // Reads while the code of the screen loads, not after it.
  loader: ({ context, params }) => void context.queryClient.prefetchQuery(matchQuery(params.id)),
  preload: false,
  component: screen(page, 'MatchPage'),
  pendingComponent: standIn(MatchWaiting),
  notFoundComponent: screen(page, 'UnknownMatch'),
})
