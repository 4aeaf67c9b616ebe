import { queryOptions } from '@tanstack/react-query'
import type { getBallotProof } from '@tribune/contract/audit.ts'
import type { askReview, getVote, listVotes, SetAside, Vote } from '@tribune/contract/votes.ts'
import { VOTES_PER_READ } from '@tribune/protocol/read-limits.ts'
import { call, get } from '../../lib/http/api.ts'
import { matchKey, OWN_BALLOTS } from '../keys.ts'
import { OWN } from '../session.ts'

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

/** The proof that the newest public record of a match has the fan's ballot. Read only when the fan asks, and not cached. */
export function ballotProofQuery(matchId: number) {
  return queryOptions({
    queryKey: [...matchKey(matchId), 'ballot-proof'],
    meta: OWN,
    enabled: false,
    gcTime: 0,
    queryFn: ({ signal }) =>
      get<typeof getBallotProof>('/api/audit/matches/:match_id/mine', { params: { match_id: matchId }, signal }),
  })
}

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
