import { schedulerPostft } from '@tribune/contract/operator/runs.ts'
import type { App } from '../../../context.ts'
import type { Router } from '../../../http/route.ts'
import { presentRun } from '../../../infra/jobs/run.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { actOf, type Entry, journal } from '../../common/journal/service.ts'
import { matchRow } from '../../matches/matches/queries.ts'
import { publishDue, schedulerPostft as runPostft } from './jobs.ts'

export function registerPublication(route: Router, app: App): undefined {
  const { db } = app

  route(schedulerPostft, async (call) => {
    const { body } = call
    if (body.match_id !== undefined && (await matchRow(db, body.match_id)) === undefined) {
      throw new Refusal('match_not_found')
    }
    await journal(app, db, actOf(call), recordOf(body.match_id))
    const run =
      body.match_id === undefined
        ? await app.backfill.inTurn(() => publishDue(app, { startedBy: 'hand' }))
        : await runPostft(app, [body.match_id], 'hand')
    return run === null ? { processed: 0, ms: 0, correlation_id: '' } : presentRun(run)
  })
  return undefined
}

/** Makes the journal's row of a manual run: the ratings of one match, or the publication of all that are due. */
function recordOf(matchId: number | undefined): Entry {
  if (matchId === undefined) return { action: 'results_published', subject: 'all' }
  return { action: 'ratings_read', subject: `match:${matchId}` }
}
