import { queryOptions } from '@tanstack/react-query'
import type { getBallotProof } from '@tribune/contract/audit.ts'
import { get } from '../../lib/http/api.ts'
import { matchKey } from '../keys.ts'
import { OWN } from '../signed-in/own-reads.ts'

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
