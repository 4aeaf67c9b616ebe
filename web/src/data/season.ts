import { queryOptions } from '@tanstack/react-query'
import type { getMyPodiumPlayers } from '@tribune/contract/rankings.ts'
import { get } from '../lib/http/api.ts'
import { LEADERS, OWN_PLAYERS } from './keys.ts'
import { readPage } from './ranking.ts'

/** The leaders, for screens without the ranking itself. */
export const leadersQuery = queryOptions({
  queryKey: LEADERS,
  queryFn: ({ signal }) => readPage('', 0, signal),
  staleTime: 60_000,
})

/** Players whom the fan has had on a podium this season. */
export function myPodiumPlayersQuery(fanId: string) {
  return queryOptions({
    queryKey: [...OWN_PLAYERS, fanId],
    queryFn: ({ signal }) => get<typeof getMyPodiumPlayers>('/api/rpc/get_my_podium_players', { signal }),
  })
}
