import { queryOptions, useQuery } from '@tanstack/react-query'
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
