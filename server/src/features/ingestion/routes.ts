import { correctMatch as correctMatchEndpoint, schedulerRealtime } from '@tribune/contract/functions.ts'
import type { App } from '../../context.ts'
import type { Router } from '../../http/route.ts'
import { presentRun, runFunction } from '../../infra/jobs/run.ts'
import { sharedQuota } from './queries.ts'
import { correctMatch } from './service.ts'

export function registerIngestion(route: Router, app: App): undefined {
  route(schedulerRealtime, async ({ query, request }) => {
    const running = app.realtime.request()
    running.catch(() => {})
    const isAdmin = (await app.sessions.read(request.headers))?.isAdmin === true
    if (isAdmin && query.wait === '1') await running
    const quota = isAdmin ? await sharedQuota(app.db) : null
    return {
      ...app.realtime.status(),
      quota: quota === null ? null : { day_limit: quota.dayLimit, day_remaining: quota.dayRemaining },
      refused: isAdmin ? app.realtime.refusal() : null,
    }
  })

  // The operator's word against the feed's.
  route(correctMatchEndpoint, async ({ body }) => {
    const run = await runFunction(app, 'correct-match', async () => {
      await correctMatch(app, body.match_id, body.to, body.minute)
      return { result: null, processed: 1 }
    })
    return presentRun(run)
  })
  return undefined
}
