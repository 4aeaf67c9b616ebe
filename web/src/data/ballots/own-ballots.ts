import { queryOptions } from '@tanstack/react-query'
import type { listVotes, Vote } from '@tribune/contract/votes.ts'
import { VOTES_PER_READ } from '@tribune/protocol/read-limits.ts'
import { get } from '../../lib/http/api.ts'
import { OWN_BALLOTS } from '../keys.ts'

/** A fan's own ballots for the matches of a list. The key omits the matches, because a match that is added has no ballot yet. */
export function ownBallotsQuery(list: string, fanId: string, matchIds: readonly number[]) {
  return queryOptions({
    queryKey: [...OWN_BALLOTS, list, fanId],
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<readonly Vote[]> => {
      const starts = Array.from(
        { length: Math.ceil(matchIds.length / VOTES_PER_READ) },
        (_, part) => part * VOTES_PER_READ,
      )
      const parts = starts.map((start) => readVotes(matchIds.slice(start, start + VOTES_PER_READ), signal))
      return (await Promise.all(parts)).flat()
    },
  })
}

async function readVotes(ids: readonly number[], signal: AbortSignal): Promise<readonly Vote[]> {
  const query = { match_ids: ids.join(','), limit: VOTES_PER_READ }
  return (await get<typeof listVotes>('/api/votes', { query, signal })).items
}
