import { matchId } from '@tribune/contract/endpoint.ts'
import { rankingEngine } from '@tribune/contract/functions.ts'
import { TOP_RANKING_LIMIT } from '@tribune/domain/refresh.ts'
import type { App } from '../app.ts'
import { rankAndFollow } from '../features/rankings/service.ts'
import { Refusal } from '../http/refusal.ts'
import type { Router } from '../http/route.ts'
import { runFunction } from './run.ts'

/** Ranks one match. While its vote is open the result is computed and kept, but told to the operator alone. */
export function registerRankingEngine(route: Router, app: App): void {
  route(rankingEngine, async ({ body, fan }) => {
    const id = matchId.safeParse(body.match_id)
    if (!id.success) throw new Refusal('invalid_match_id')
    const { result } = await runFunction(app, 'ranking-engine', async () => {
      const ranked = await rankAndFollow(app, id.data)
      return { result: ranked, processed: ranked.ranking.ranked.length }
    })
    const { ranking, published } = result
    const told = published || fan.isAdmin ? ranking : { ...ranking, source: null, ranked: [] }
    const source = told.source ?? 'votes'
    return {
      match_id: id.data,
      count: told.ranked.length,
      unique_voters: published || fan.isAdmin ? ranking.voters : 0,
      source: told.source,
      playerPoints: told.ranked
        .filter((player) => player.rank <= TOP_RANKING_LIMIT)
        .map(({ rank, player_id, player_name, points }) => ({ rank, player_id, player_name, points, source })),
    }
  })
}
