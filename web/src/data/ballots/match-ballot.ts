import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Output } from '@tribune/contract/endpoint.ts'
import type { rankingEngine } from '@tribune/contract/rankings.ts'
import type { awardXp, getVote, putVote } from '@tribune/contract/votes.ts'
import { isComplete, isSameBallot, type SentPick } from '@tribune/domain/ballots/ballot.ts'
import { afterRead } from '@tribune/domain/ballots/ballot-outbox.ts'
import { POSITIONS } from '@tribune/domain/ballots/podium.ts'
import { call, get } from '../../lib/http/api.ts'
import { reread } from '../../lib/http/query-client.ts'
import { OWN_BALLOT, OWN_BALLOTS } from '../keys.ts'
import { meQuery } from '../session.ts'
import type { BallotDraft, StoredBallot } from './ballot-drafts.ts'

/** The fan's own ballot of a match. */
export function ballotQuery(id: number, fanId: string) {
  const queryKey = [...OWN_BALLOT, fanId, id]
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }): Promise<StoredBallot> => {
      const before = client.getQueryData<StoredBallot>(queryKey)
      const { vote } = await get<typeof getVote>('/api/votes/:match_id', { params: { match_id: id }, signal })
      const podium = POSITIONS.flatMap((position) => {
        const entry = vote?.top3.find((pick) => pick.position === position)
        return entry === undefined ? [] : [{ position, player_id: entry.player_id, player_name: entry.player_name }]
      })
      const read = { podium, at: vote?.updated_at ?? null }
      return afterRead(before, client.getQueryData<StoredBallot>(queryKey), read)
    },
  })
}

/** Reads the ballot of the signed-in fan, if there is one, before its screen asks for it. */
export async function prefetchBallot(client: QueryClient, id: number): Promise<void> {
  const me = await client.ensureQueryData(meQuery).catch(() => null)
  if (me?.fan != null) await client.prefetchQuery(ballotQuery(id, me.fan.id))
}

/** Sends a draft, with the version that its fan had seen. */
export function sendBallot(draft: BallotDraft): Promise<Output<typeof putVote>> {
  const { matchId, fanId, base, attempt } = draft
  const wired = (picks: readonly SentPick[]) => picks.map(({ position, player_id }) => ({ position, player_id }))
  const unanswered = draft.tried.filter((tried) => !isSameBallot(tried, draft.picks)).map(wired)
  return call<typeof putVote>('PUT', '/api/votes/:match_id', {
    params: { match_id: matchId },
    body: {
      top3: wired(draft.picks),
      base,
      fan_id: fanId,
      attempt,
      ...(unanswered.length > 0 && { unanswered }),
    },
  })
}

/** Records a ballot that the server has saved, and has everything that depends on it read again. */
export function recordSaved(client: QueryClient, matchId: number, fanId: string, ballot: StoredBallot): void {
  const { queryKey } = ballotQuery(matchId, fanId)
  const before = client.getQueryData(queryKey)
  client.setQueryData(queryKey, ballot)
  void reread(client, OWN_BALLOTS)
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
