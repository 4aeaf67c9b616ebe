import { createRoute, notFound } from '@tanstack/react-router'
import { homeQuery, matchQuery } from '../data/matches.ts'
import { rankingQuery } from '../data/ranking.ts'
import { readHistoryAddress } from '../features/history/history-address.ts'
import { readAddress } from '../features/home/filter/filter-address.ts'
import { followAddress } from '../features/home/filter/use-filter-address.ts'
import { HomePage } from '../features/home/home-page.tsx'
import { MatchWaiting } from '../features/match/match-skeleton.tsx'
import { readRankingAddress } from '../features/rankings/ranking-address.ts'
import { RankingWaiting } from '../features/rankings/ranking-waiting.tsx'
import { standIn } from '../lib/router/place.tsx'
import { screen } from '../lib/router/screen.ts'
import { rootRoute } from './root.tsx'

const matchParams = { parse: ({ id }: { readonly id: string }) => parseId(id, 1) }

/** Players without an id of the provider have negative ids. */
const playerParams = { parse: ({ id }: { readonly id: string }) => parseId(id, Number.NEGATIVE_INFINITY) }

const getParentRoute = () => rootRoute

/** The home screen, whose code is part of the first load because most fans see it first. */
const home = createRoute({
  getParentRoute,
  path: '/',
  validateSearch: readAddress,
  beforeLoad: ({ search, preload }) => {
    if (!preload) followAddress(search)
  },
  // Reads while the screen renders, not after it; a finger near its link fetches nothing.
  loader: ({ context }) => void context.queryClient.prefetchQuery(homeQuery),
  preload: false,
  component: HomePage,
})

const matchPage = () => import('../features/match/match-page.tsx')
const matchBallot = () => import('../data/ballots/match-ballot.ts')

const match = createRoute({
  getParentRoute,
  path: '/match/$id',
  params: matchParams,
  // Reads while the code of the screen loads, not after it, and the fan's ballot while the screen renders.
  loader: ({ context: { queryClient }, params }) => {
    void queryClient.prefetchQuery(matchQuery(params.id))
    void matchBallot().then(
      (ballot) => ballot.prefetchBallot(queryClient, params.id),
      () => undefined,
    )
  },
  preload: false,
  component: screen(matchPage, 'MatchPage'),
  pendingComponent: standIn(MatchWaiting),
  notFoundComponent: screen(matchPage, 'UnknownMatch'),
})

const recount = createRoute({
  getParentRoute,
  path: '/match/$id/decompte',
  params: matchParams,
  component: screen(() => import('../features/recount/recount-match-page.tsx'), 'RecountMatchPage'),
  notFoundComponent: screen(matchPage, 'UnknownMatch'),
})

const rankings = createRoute({
  getParentRoute,
  path: '/rankings',
  validateSearch: readRankingAddress,
  loaderDeps: ({ search }) => ({ q: search.q }),
  // As for a match; the screen itself refreshes a list that is cached.
  loader: ({ context, deps }) =>
    void context.queryClient.prefetchInfiniteQuery({ ...rankingQuery(deps.q ?? ''), staleTime: 'static' }),
  preload: false,
  component: screen(() => import('../features/rankings/rankings-page.tsx'), 'RankingsPage'),
  pendingComponent: standIn(RankingWaiting),
})

const history = createRoute({
  getParentRoute,
  path: '/history',
  validateSearch: readHistoryAddress,
  component: screen(() => import('../features/history/history-page.tsx'), 'HistoryPage'),
})

const points = createRoute({
  getParentRoute,
  path: '/points',
  component: screen(() => import('../features/points/points-page.tsx'), 'PointsPage'),
})

const counting = createRoute({
  getParentRoute,
  path: '/comptage',
  component: screen(() => import('../features/points/counting-page.tsx'), 'CountingPage'),
})

const playerPage = () => import('../features/player/player-page.tsx')

const player = createRoute({
  getParentRoute,
  path: '/player/$id',
  params: playerParams,
  component: screen(playerPage, 'PlayerPage'),
  notFoundComponent: screen(playerPage, 'UnknownPlayer'),
})

const profile = createRoute({
  getParentRoute,
  path: '/profile',
  component: screen(() => import('../features/account/profile/profile-page.tsx'), 'ProfilePage'),
})

const privacy = createRoute({
  getParentRoute,
  path: '/privacy',
  // English unless the address asks for French; ignores anything else.
  validateSearch: ({ lang }): { readonly lang?: 'fr' | undefined } => ({ lang: lang === 'fr' ? lang : undefined }),
  component: screen(() => import('../features/privacy/privacy-page.tsx'), 'PrivacyPage'),
})

const legal = createRoute({
  getParentRoute,
  path: '/legal',
  component: screen(() => import('../features/legal/legal-page.tsx'), 'LegalPage'),
})

/** Routes of all screens, apart from the operator's. */
export const screenRoutes = [
  home,
  match,
  recount,
  rankings,
  history,
  points,
  counting,
  player,
  profile,
  privacy,
  legal,
] as const

/** Parses a numeric id (spec section 2). Anything else shows the screen's « not found » state. */
function parseId(text: string, min: number): { readonly id: number } {
  const id = /^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  if (!Number.isSafeInteger(id) || id < min) throw notFound({ data: text })
  return { id }
}
