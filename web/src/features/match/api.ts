import { queryOptions } from '@tanstack/react-query'
import type { Output } from '@tribune/contract/endpoint.ts'
import type { awardXp, rankingEngine } from '@tribune/contract/functions.ts'
import type { getMatchScreen } from '@tribune/contract/matches.ts'
import type { getVote, putVote } from '@tribune/contract/votes.ts'
import { POSITIONS, type Podium } from '@tribune/domain/podium.ts'
import { call, get } from '../../lib/http/api.ts'
import { matchKey } from '../../lib/http/query-keys.ts'
import { keepLaterMatch } from '../../lib/list/later-rows.ts'

/** Numbers only (spec section 2); anything else is no match. */
export function matchIdOf(text: string): number | null {
  const id = /^\d{1,16}$/.test(text) ? Number(text) : 0
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

/** The whole screen in one read; unchanged, it costs a comparison (ETag). */
export function matchQuery(id: number) {
  return queryOptions({
    queryKey: matchKey(id),
    // The route has just read it.
    retryOnMount: false,
    structuralSharing: keepLaterMatch,
    queryFn: ({ signal }) =>
      get<typeof getMatchScreen>('/api/rpc/get_match_screen', { query: { match_id: id }, signal }),
  })
}

/** The fan's own picks for a match; empty when they have none. */
export function ballotQuery(id: number, fanId: string) {
  return queryOptions({
    queryKey: ['vote', fanId, id],
    queryFn: async ({ signal }): Promise<Podium> => {
      const { vote } = await get<typeof getVote>('/api/votes/:match_id', { params: { match_id: id }, signal })
      return POSITIONS.flatMap((position) => {
        const entry = vote?.top3.find((pick) => pick.position === position)
        return entry === undefined ? [] : [{ position, player_id: entry.player_id, player_name: entry.player_name }]
      })
    },
  })
}

export function sendBallot(id: number, top3: Podium): Promise<Output<typeof putVote>> {
  const picks = top3.map(({ position, player_id }) => ({ position, player_id }))
  return call<typeof putVote>('PUT', '/api/votes/:match_id', { params: { match_id: id }, body: { top3: picks } })
}

/**
 * What follows a complete ballot (spec section 4). The server has done both already: whatever fails here, for a fan who leaves at once for
 * example, nothing is lost.
 */
export function followCompleteBallot(match_id: number): void {
  call<typeof rankingEngine>('POST', '/api/functions/ranking-engine', { body: { match_id } }).catch(() => undefined)
  call<typeof awardXp>('POST', '/api/functions/award-xp', { body: { match_id } }).catch(() => undefined)
}
