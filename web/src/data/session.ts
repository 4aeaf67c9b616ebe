import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type { Fan, getMe } from '@tribune/contract/accounts.ts'
import { get } from '../lib/http/api.ts'
import { ME } from './first-reads.ts'

/** The signed-in fan. After signing in or out, `queryClient.invalidateQueries(meQuery)` updates every screen. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => get<typeof getMe>(ME, { signal }),
  staleTime: 60_000,
})

/** Returns the signed-in fan, null for a visitor, undefined while unknown. */
export function useFan(): Fan | null | undefined {
  return useQuery(meQuery).data?.fan
}

/** Marks a read of the signed-in fan that ends with their session (session-news.ts), whether its key names them or not. */
export const OWN = { own: true } as const

/** Marks the fan as signed out, which ends their own reads too. */
export function markSignedOut(client: QueryClient): void {
  client.setQueryData(meQuery.queryKey, (known) => ({ identity_providers: [], captcha: null, ...known, fan: null }))
}
