import { matchId } from '@tribune/contract/endpoint.ts'
import { rankingEngine } from '@tribune/contract/rankings.ts'
import { isMatchPublished } from '@tribune/domain/results/publication.ts'
import { TOP_RANKING_LIMIT } from '@tribune/protocol/read-limits.ts'
import type { App } from '../../../context.ts'
import type { Router } from '../../../http/route.ts'
import { runFunction } from '../../../infra/jobs/run.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { actOf } from '../../common/journal/service.ts'
import { matchRow, publishedPoints } from '../../matches/matches/queries.ts'
import { recalculateMatch } from './service.ts'

export function registerRankings(route: Router, app: App): undefined {
  // The server ranks changed matches by itself. For the operator this ranks at once; for a fan it returns the published result, and nothing while
  // the vote is open. Both are idempotent.
  route(rankingEngine, async (call) => {
    const { body, fan } = call
    const id = matchId.safeParse(body.match_id)
    if (!id.success) throw new Refusal('invalid_match_id')
    const rank = async () => {
      const ranking = fan.isAdmin
        ? (await recalculateMatch(app, actOf(call), id.data)).ranking
        : await readPublished(app, id.data)
      return { result: ranking, processed: ranking.ranked.length }
    }
    const { result } = await runFunction(app, 'ranking-engine', rank, fan.isAdmin ? 'hand' : 'itself')
    const { source, voters, ranked } = result
    const match = await matchRow(app.db, id.data)
    if (match === undefined) throw new Refusal('match_not_found')
    return {
      match_id: id.data,
      count: ranked.length,
      unique_voters: voters,
      status: match.status,
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
  return undefined
}

async function readPublished(app: App, id: number) {
  const match = await matchRow(app.db, id)
  if (match === undefined) throw new Refusal('match_not_found')
  if (!isMatchPublished(match)) return { source: null, voters: 0, ranked: [] }
  return {
    source: match.ranking_source,
    voters: match.voters,
    ranked: await publishedPoints(app.db, id),
  }
}
