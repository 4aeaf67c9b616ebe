import { schedulerNightly as endpoint } from '@tribune/contract/functions.ts'
import type { App } from '../../context.ts'
import type { Router } from '../../http/route.ts'
import { presentRun } from '../../infra/jobs/run.ts'
import { schedulerNightly } from './jobs.ts'

export function registerNightly(route: Router, app: App): undefined {
  route(endpoint, async () => presentRun(await schedulerNightly(app)))
  return undefined
}
