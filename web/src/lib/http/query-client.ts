import { onlineManager, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query'
import { isOnline } from '../device/platform.ts'
import { RETRY_ATTEMPTS } from '../limits.ts'
import { ApiError, isWorthRetrying, retryDelay } from './api-error.ts'

/** Answers younger than this are shown without another request, for fans who go back and forth. */
const FRESH_MS = 10_000

/** Also retries while the device is online again: a network that has just come back often fails once more. */
function isRetried(error: unknown): boolean {
  return isWorthRetrying(error) || (error instanceof ApiError && error.code === 'offline' && isOnline())
}

/** Logs a background reload that fails, which is not shown (spec section 8). The browser itself logs refusals and network failures. */
function logFailure(read: string, error: unknown): void {
  const isLogged = error instanceof ApiError && (error.status >= 400 || error.code === 'offline')
  if (!isLogged) console.error(read, error)
}

/** The cache of all reads. Screens decide themselves when they reload. A failed reload keeps what is shown. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, { queryKey }) => logFailure(String(queryKey[0]), error) }),
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      networkMode: 'always',
      refetchOnWindowFocus: false,
      refetchOnReconnect: 'always',
      retry: (failures, error) => isRetried(error) && failures < RETRY_ATTEMPTS - 1,
      retryDelay: (failures) => retryDelay(failures + 1),
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

/** Sets the initial network state of the query library, which otherwise assumes a network until the first event. */
export function startOnline(): void {
  onlineManager.setOnline(isOnline())
}

/**
 * Reads queries again after a change. A read that is under way may be older than the change, so it is cancelled first. A `fetchQuery` that waits for it
 * then rejects, or returns the older data.
 */
export async function reread(client: QueryClient, queryKey: QueryKey): Promise<void> {
  await client.cancelQueries({ queryKey })
  await client.invalidateQueries({ queryKey })
}
