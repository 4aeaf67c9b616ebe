import { createRoute } from '@tanstack/react-router'
import { homeQuery } from '../features/home/api.ts'
import { readAddress } from '../features/home/filter/filter-address.ts'
import { followAddress } from '../features/home/filter/use-filter-address.ts'
import { HomePage } from '../features/home/home-page.tsx'
import { queryClient } from '../lib/http/query-client.ts'
import { rootRoute } from './root.tsx'

/** The first screen most people see: its code comes with the first load. */
export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  validateSearch: readAddress,
  beforeLoad: ({ search, preload }) => {
    if (preload) return
    followAddress(search)
    // Read while the screen is drawn, not after it.
    void queryClient.prefetchQuery(homeQuery)
  },
  component: HomePage,
})
