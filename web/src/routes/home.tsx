import { createRoute } from '@tanstack/react-router'
import { homeQuery } from '../data/home.ts'
import { readAddress } from '../features/home/filter/filter-address.ts'
import { followAddress } from '../features/home/filter/use-filter-address.ts'
import { HomePage } from '../features/home/home-page.tsx'
import { rootRoute } from './root.tsx'

/** Route of the home screen, whose code is part of the first load because most fans see it first. */
export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
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
