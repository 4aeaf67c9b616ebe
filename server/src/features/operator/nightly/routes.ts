import { schedulerNightly as endpoint } from '@tribune/contract/operator/runs.ts'
import type { App } from '../../../context.ts'
import type { Router } from '../../../http/route.ts'
import { presentRun } from '../../../infra/jobs/run.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { actOf, journal } from '../../common/journal/service.ts'
import { schedulerNightly } from './jobs.ts'

export function registerNightly(route: Router, app: App): undefined {
  route(endpoint, async (call) => {
    // It would publish past matches without their ballots.
    if (app.backfill.underWay) throw new Refusal('history_filling')
    await journal(app, app.db, actOf(call), { action: 'nightly_run', subject: 'all' })
    return presentRun(await schedulerNightly(app, 'hand'))
  })
  return undefined
}
