import { matchId } from '@tribune/contract/endpoint.ts'
import { rankingEngine, schedulerPostft } from '@tribune/contract/functions.ts'
import { TOP_RANKING_LIMIT } from '@tribune/protocol/read-limits.ts'
import type { App } from '../../context.ts'
import type { Router } from '../../http/route.ts'
import { presentRun, runFunction } from '../../infra/jobs/run.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { actOf, type Entry, journal } from '../journal/service.ts'
import { matchRow, publishedPoints } from '../matches/queries.ts'
import { publishDue, schedulerPostft as readRatings } from './jobs.ts'
import { recalculateMatch } from './service.ts'

export function registerRankings(route: Router, app: App): undefined {
  const { db } = app

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

  route(schedulerPostft, async (call) => {
    const { body } = call
    if (body.match_id !== undefined && (await matchRow(db, body.match_id)) === undefined) {
      throw new Refusal('match_not_found')
    }
    await journal(app, db, actOf(call), recordOf(body.match_id))
    const run =
      body.match_id === undefined
        ? await publishDue(app, { startedBy: 'hand' })
        : await readRatings(app, [body.match_id], 'hand')
    return run === null ? { processed: 0, ms: 0, correlation_id: '' } : presentRun(run)
  })
  return undefined
}

/** The journal's row of a manual run: the ratings of one match, or the publication of all that are due. */
function recordOf(matchId: number | undefined): Entry {
  if (matchId === undefined) return { action: 'results_published', subject: 'all' }
  return { action: 'ratings_read', subject: `match:${matchId}` }
}

async function readPublished(app: App, id: number) {
  const match = await matchRow(app.db, id)
  if (match === undefined) throw new Refusal('match_not_found')
  if (match.published_at === null) return { source: null, voters: 0, ranked: [] }
  return {
    source: match.ranking_source,
    voters: match.voters,
    ranked: await publishedPoints(app.db, id),
  }
}
