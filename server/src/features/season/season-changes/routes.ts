import {
  listOperatorSeasons,
  recomputeSeason,
  renameSeason,
  reopenSeason,
  setSeasonDates,
} from '@tribune/contract/operator/seasons.ts'
import type { App } from '../../../context.ts'
import type { Router } from '../../../http/route.ts'
import { actOf } from '../../common/journal/service.ts'
import { seasonSizes, seasons } from '../seasons/queries.ts'
import { presentForOperator, spanOf } from '../seasons/service.ts'
import { moveSeason, recompute, rename, reopen } from './service.ts'

export function registerSeasonChanges(route: Router, app: App): undefined {
  route(listOperatorSeasons, async () => ({
    items: presentForOperator(await seasons(app.db), await seasonSizes(app.db), app.clock.now()),
  }))

  route(setSeasonDates, (call) => {
    const { id, accept_lost, ...days } = call.body
    return moveSeason(app, actOf(call), { id, to: spanOf(days), mayLose: accept_lost })
  })

  route(reopenSeason, (call) => reopen(app, actOf(call), call.body.id, call.body.matches))

  route(renameSeason, async (call) => {
    const { id, name, label } = call.body
    await rename(app, actOf(call), id, { name, label })
    return { name, label }
  })

  route(recomputeSeason, async (call) => ({ players: await recompute(app, actOf(call), call.body.id) }))
  return undefined
}
