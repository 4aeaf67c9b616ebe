import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type { Fan, getMe } from '@tribune/contract/accounts.ts'
import { get } from './api.ts'

/** Who is signed in. After signing in or out, `queryClient.invalidateQueries(meQuery)` tells every screen. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => get<typeof getMe>('/api/me', { signal }),
  staleTime: 60_000,
})

/** Nobody is signed in any more. */
export function forgetWho(client: QueryClient): void {
  client.setQueryData(meQuery.queryKey, (known) => ({ identity_providers: [], challenge: null, ...known, fan: null }))
}

/** The signed-in fan, null for a visitor, undefined while unknown. */
export function useFan(): Fan | null | undefined {
  return useQuery(meQuery).data?.fan
}
