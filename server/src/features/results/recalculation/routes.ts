import {
  getRecalculation,
  LISTED_FAILURES,
  startRecalculation as startEndpoint,
  stopRecalculation as stopEndpoint,
} from '@tribune/contract/operator/recalculation.ts'
import type { App } from '../../../context.ts'
import type { Router } from '../../../http/route.ts'
import { actOf } from '../../common/journal/service.ts'
import { presentRecalculation } from './present.ts'
import { countSettled, failuresOf, latestRun, matchesToRecalculate, type RunRow } from './queries.ts'
import { startRecalculation, stopRecalculation } from './service.ts'

export function registerRecalculation(route: Router, app: App): undefined {
  const presented = async (run: RunRow) =>
    presentRecalculation({
      run,
      counts: await countSettled(app.db, run.id),
      failures: await failuresOf(app.db, run.id, LISTED_FAILURES),
      now: app.clock.now(),
    })

  route(getRecalculation, async () => {
    const run = await latestRun(app.db)
    return { ...(await matchesToRecalculate(app.db)), run: run === undefined ? null : await presented(run) }
  })

  route(startEndpoint, async (call) => {
    const { scope, rest_of: restOf } = call.body
    const { joined, run } = await startRecalculation(app, actOf(call), { scope, restOf })
    return { joined, run: await presented(run) }
  })

  route(stopEndpoint, async (call) => ({ run: await presented(await stopRecalculation(app, actOf(call))) }))
  return undefined
}
