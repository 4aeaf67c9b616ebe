import { onlineManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { RETRY_ATTEMPTS, retryDelay } from '@tribune/domain/refresh.ts'
import { isOnline } from '../device/platform.ts'
import { ApiError, isWorthRetrying } from './api-error.ts'

/** An answer younger than this is shown again without asking, when a fan goes back and forth. */
const FRESH_MS = 10_000

/** A network that has just come back often fails once more. */
function mayComeBack(error: unknown): boolean {
  return isWorthRetrying(error) || (error instanceof ApiError && error.code === 'offline' && isOnline())
}

/** A reload that fails behind a screen is not shown (spec section 8), only noted: by the browser itself where its answer is a refusal or none. */
function note(read: string, error: unknown): void {
  const isNoted = error instanceof ApiError && (error.status >= 400 || error.code === 'offline')
  if (!isNoted) console.error(read, error)
}

/** The one cache of reads. Screens say themselves when they reload; a failure never empties what is shown. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, { queryKey }) => note(String(queryKey[0]), error) }),
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      networkMode: 'always',
      refetchOnWindowFocus: false,
      refetchOnReconnect: 'always',
      retry: (failures, error) => mayComeBack(error) && failures < RETRY_ATTEMPTS - 1,
      retryDelay: (failures) => retryDelay(failures + 1),
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

/** Reads begin knowing whether there is a network: they would believe in one until they hear otherwise. */
export function startOnline(): void {
  onlineManager.setOnline(isOnline())
}
