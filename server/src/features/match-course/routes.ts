import { correctMatch as correctMatchEndpoint } from '@tribune/contract/functions.ts'
import type { App } from '../../context.ts'
import type { Router } from '../../http/route.ts'
import { presentRun, runFunction } from '../../infra/jobs/run.ts'
import { actOf } from '../journal/service.ts'
import { checkCorrection, correctMatch } from './service.ts'

export function registerMatchCourse(route: Router, app: App): undefined {
  route(correctMatchEndpoint, async (call) => {
    const { match_id: matchId, check, ...correction } = call.body
    const requested = { matchId, ...correction }
    if (check) {
      await checkCorrection(app, requested)
      return { processed: 0, ms: 0, correlation_id: call.request.id }
    }
    const correct = async () => {
      await correctMatch(app, actOf(call), requested)
      return { result: null, processed: 1 }
    }
    return presentRun(await runFunction(app, 'correct-match', correct, 'hand'))
  })
  return undefined
}
