import type { QueryClient } from '@tanstack/react-query'
import { followsQuery, storedFollows } from '../../../data/follows.ts'
import { changeFilter } from '../../../data/home-filter.ts'
import { meQuery } from '../../../data/session.ts'
import { homeParts } from '../fetch-parts.ts'

/** Reads what a fan follows on a device that has not stored it, and has home draw « Mes clubs ». A failure is left to the next screen that reads it. */
export async function readFollowsHere(client: QueryClient, fanId: string): Promise<void> {
  const signedIn = client.getQueryData(meQuery.queryKey)?.fan?.id
  // The fan may have signed out while this code was fetched.
  if (signedIn !== fanId || storedFollows().fanId === fanId) return
  const [items] = await Promise.all([client.fetchQuery(followsQuery(fanId)), homeParts()])
  // A new filter with the same values: home is drawn again.
  if (items.length > 0) changeFilter({})
}
