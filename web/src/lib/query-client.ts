import { QueryClient } from '@tanstack/react-query'
import { RETRY_ATTEMPTS, retryDelay } from '@tribune/domain/refresh.ts'
import { isWorthRetrying } from './api-error.ts'

/** An answer younger than this is shown again without asking, when a fan goes back and forth. */
const FRESH_MS = 10_000

/** The one cache of reads. Screens say themselves when they reload; a failure never empties what is shown. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      networkMode: 'always',
      refetchOnWindowFocus: false,
      retry: (failures, error) => isWorthRetrying(error) && failures < RETRY_ATTEMPTS - 1,
      retryDelay: (failures) => retryDelay(failures + 1),
    },
    mutations: { networkMode: 'always', retry: false },
  },
})
