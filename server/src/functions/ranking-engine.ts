import { matchId } from '@tribune/contract/endpoint.ts'
import { rankingEngine } from '@tribune/contract/functions.ts'
import { TOP_RANKING_LIMIT } from '@tribune/domain/refresh.ts'
import type { App } from '../app.ts'
import { matchRow, publishedPoints } from '../features/matches/queries.ts'
import { rankAndTell } from '../features/rankings/service.ts'
import { Refusal } from '../http/refusal.ts'
import type { Router } from '../http/route.ts'
import { runFunction } from './run.ts'

const WHOLE_RANKING = 200

/**
 * The operator has the match ranked now. A fan's ballot marked it already, and the server ranks it by itself: he is told what is
 * published, and nothing while the vote is open. Either way nothing changes that was already done.
 */
export function registerRankingEngine(route: Router, app: App): void {
  route(rankingEngine, async ({ body, fan }) => {
    const id = matchId.safeParse(body.match_id)
    if (!id.success) throw new Refusal('invalid_match_id')
    const { result } = await runFunction(app, 'ranking-engine', async () => {
      const told = fan.isAdmin ? await rankNow(app, id.data) : await readPublished(app, id.data)
      return { result: told, processed: told.ranked.length }
    })
    const { source, voters, ranked } = result
    return {
      match_id: id.data,
      count: ranked.length,
      unique_voters: voters,
      source,
      playerPoints: ranked
        .filter((player) => player.rank <= TOP_RANKING_LIMIT)
        .map(({ rank, player_id, player_name, points }) => ({
          rank,
          player_id,
          player_name,
          points,
          source: source ?? 'votes',
        })),
    }
  })
}

async function rankNow(app: App, id: number) {
  const { ranking } = await rankAndTell(app, id)
  return ranking
}

async function readPublished(app: App, id: number) {
  const match = await matchRow(app.db, id)
  if (match === undefined) throw new Refusal('match_not_found')
  if (match.published_at === null) return { source: null, voters: 0, ranked: [] }
  const source = match.ranking_source as 'votes' | 'ratings_fallback' | null
  return { source, voters: match.voters, ranked: await publishedPoints(app.db, id, WHOLE_RANKING) }
}
