import { getMatchDiagnostic, getQualificationDiagnostic, readLineup } from '@tribune/contract/operator/diagnostics.ts'
import type { App } from '../../../context.ts'
import type { Router } from '../../../http/route.ts'
import { actOf } from '../../common/journal/service.ts'
import { checkMatch, checkQualification, readLineupNow } from './service.ts'

export function registerMatchDiagnostic(route: Router, app: App): undefined {
  route(getMatchDiagnostic, async ({ query }) => checkMatch(app, query.match_id))
  route(getQualificationDiagnostic, async () => checkQualification(app))
  route(readLineup, async (call) => readLineupNow(app, actOf(call), call.body.match_id))
  return undefined
}
