import { queryOptions } from '@tanstack/react-query'
import type { askReview, getVote, SetAside } from '@tribune/contract/votes.ts'
import { call, get } from '../../lib/http/api.ts'
import { matchKey } from '../keys.ts'
import { OWN } from '../signed-in/own-reads.ts'

/**
 * Why the fan's own ballot of a match is set aside; null if it counts. It is read again with its match, whose key its own begins with, but not with the
 * ballots of the outbox.
 */
export function setAsideQuery(matchId: number) {
  return queryOptions({
    queryKey: [...matchKey(matchId), 'set-aside'],
    meta: OWN,
    queryFn: async ({ signal }): Promise<SetAside | null> => {
      const { vote } = await get<typeof getVote>('/api/votes/:match_id', { params: { match_id: matchId }, signal })
      return vote?.set_aside ?? null
    },
  })
}

/** Asks for a review of what set the fan's ballot aside. Returns what is known of it then. */
export async function requestReview(matchId: number): Promise<SetAside> {
  const { set_aside } = await call<typeof askReview>('POST', '/api/votes/:match_id/review', {
    params: { match_id: matchId },
  })
  return set_aside
}
