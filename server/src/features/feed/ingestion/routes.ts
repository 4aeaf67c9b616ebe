import { schedulerRealtime } from '@tribune/contract/operator/runs.ts'
import type { App } from '../../../context.ts'
import type { Router } from '../../../http/route.ts'
import { actOf, journal } from '../../common/journal/service.ts'
import { sharedQuota } from './queries.ts'

export function registerIngestion(route: Router, app: App): undefined {
  route(schedulerRealtime, async ({ query, request }) => {
    const fan = await app.sessions.read(request.headers)
    const isAdmin = fan?.isAdmin === true
    const waits = isAdmin && query.wait === '1'
    if (waits) {
      await journal(app, app.db, actOf({ fan, request }), { action: 'matches_synchronised', subject: 'all' })
    }
    if (waits) await app.realtime.synchronise()
    else app.realtime.request().catch(() => {})
    const quota = isAdmin ? await sharedQuota(app.db) : null
    return {
      ...app.realtime.status(),
      quota: quota === null ? null : { day_limit: quota.dayLimit, day_remaining: quota.dayRemaining },
      refused: isAdmin ? app.realtime.refusal() : null,
    }
  })
  return undefined
}
