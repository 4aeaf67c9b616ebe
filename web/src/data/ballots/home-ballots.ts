import { queryOptions } from '@tanstack/react-query'
import type { listVotes, Vote } from '@tribune/contract/votes.ts'
import { VOTES_PER_READ } from '@tribune/protocol/read-limits.ts'
import { get } from '../../lib/http/api.ts'
import { OWN_BALLOTS } from '../keys.ts'

/**
 * A fan's own ballots for the matches of home, by the kick-off of the earliest: their ids would make an address of 4 kB. The key omits it, because a match
 * that is added has no ballot yet.
 */
export function homeBallotsQuery(fanId: string, from: string | null) {
  return queryOptions({
    queryKey: [...OWN_BALLOTS, 'home', fanId],
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<readonly Vote[]> => {
      const query = { from: from ?? undefined, limit: VOTES_PER_READ }
      return (await get<typeof listVotes>('/api/votes', { query, signal })).items
    },
  })
}
