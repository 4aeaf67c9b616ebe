import { correctMatch as correctMatchEndpoint } from '@tribune/contract/operator/diagnostics.ts'
import type { App } from '../../../context.ts'
import type { Router } from '../../../http/route.ts'
import { presentRun, runFunction } from '../../../infra/jobs/run.ts'
import { actOf } from '../../common/journal/service.ts'
import { checkCorrection, correctMatch } from './service.ts'

export function registerMatchCourse(route: Router, app: App): undefined {
  route(correctMatchEndpoint, async (call) => {
    const { match_id: matchId, check, ...correction } = call.body
    const requested = { matchId, ...correction }
    if (check) {
      const match = await checkCorrection(app, requested)
      return { processed: 0, ms: 0, correlation_id: call.request.id, match }
    }
    const correct = async () => {
      return { result: await correctMatch(app, actOf(call), requested), processed: 1 }
    }
    const run = await runFunction(app, 'correct-match', correct, 'hand')
    return { ...presentRun(run), match: run.result }
  })
  return undefined
}
