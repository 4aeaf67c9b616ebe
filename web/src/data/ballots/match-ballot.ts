import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Output } from '@tribune/contract/endpoint.ts'
import type { awardXp, rankingEngine } from '@tribune/contract/functions.ts'
import type { getVote, putVote } from '@tribune/contract/votes.ts'
import { isComplete } from '@tribune/domain/ballot.ts'
import { POSITIONS, type Podium } from '@tribune/domain/podium.ts'
import { call, get } from '../../lib/http/api.ts'
import { OWN_BALLOT, OWN_BALLOTS } from '../keys.ts'
import { meQuery } from '../session.ts'

/** The fan's own ballot of a match, as the server has it. */
export interface StoredBallot {
  /** Empty if they have none. */
  readonly podium: Podium
  /** When it was last changed; null if they have none. */
  readonly at: string | null
}

/** The fan's own ballot of a match. */
export function ballotQuery(id: number, fanId: string) {
  return queryOptions({
    queryKey: [...OWN_BALLOT, fanId, id],
    queryFn: async ({ signal }): Promise<StoredBallot> => {
      const { vote } = await get<typeof getVote>('/api/votes/:match_id', { params: { match_id: id }, signal })
      const podium = POSITIONS.flatMap((position) => {
        const entry = vote?.top3.find((pick) => pick.position === position)
        return entry === undefined ? [] : [{ position, player_id: entry.player_id, player_name: entry.player_name }]
      })
      return { podium, at: vote?.updated_at ?? null }
    },
  })
}

/** @param held Whose ballot it is, the attempt at the match that they had seen, and for one that waited for a network the version that they had seen. */
export function sendBallot(
  id: number,
  top3: Podium,
  held: { readonly base?: string | null; readonly fan_id?: string; readonly attempt?: number | undefined } = {},
): Promise<Output<typeof putVote>> {
  const picks = top3.map(({ position, player_id }) => ({ position, player_id }))
  return call<typeof putVote>('PUT', '/api/votes/:match_id', {
    params: { match_id: id },
    body: { top3: picks, ...held },
  })
}

/** Records a ballot that the server has saved, and has everything that depends on it read again. */
export function recordSaved(client: QueryClient, matchId: number, fanId: string, ballot: StoredBallot): void {
  const { queryKey } = ballotQuery(matchId, fanId)
  const before = client.getQueryData(queryKey)
  client.setQueryData(queryKey, ballot)
  client.invalidateQueries({ queryKey: OWN_BALLOTS })
  const complete = isComplete(ballot.podium)
  // The profile counts complete ballots: one that loses a pick no longer counts.
  if (complete || before === undefined || isComplete(before.podium)) client.invalidateQueries(meQuery)
  if (complete) followCompleteBallot(matchId)
}

/**
 * Makes the calls that follow a complete ballot (spec section 4). The server does both by itself, so nothing is lost if they fail, for
 * example because the fan leaves the page.
 */
function followCompleteBallot(match_id: number): void {
  call<typeof rankingEngine>('POST', '/api/functions/ranking-engine', { body: { match_id } }).catch(() => undefined)
  call<typeof awardXp>('POST', '/api/functions/award-xp', { body: { match_id } }).catch(() => undefined)
}
