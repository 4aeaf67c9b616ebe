import {
  listOperatorSeasons,
  recomputeSeason,
  renameSeason,
  reopenSeason,
  setSeasonDates,
} from '@tribune/contract/operator/seasons.ts'
import { listPlayerSeasons, listSeasons } from '@tribune/contract/rankings.ts'
import type { App } from '../../../context.ts'
import type { Router } from '../../../http/route.ts'
import { actOf } from '../../common/journal/service.ts'
import { champions, seasonSizes, seasons, seasonsOfPlayer } from './queries.ts'
import { moveSeason, presentForOperator, presentSeasons, recompute, rename, reopen, spanOf } from './service.ts'

const MAX_AGE_MS = 300_000

export function registerSeasons(route: Router, app: App): undefined {
  const { db, snapshots } = app

  route(listSeasons, async ({ request, reply }) => {
    const build = async () => ({ items: presentSeasons(await app.seasons.all(), await champions(db)) })
    const wanted = { key: 'seasons', tags: ['season'], maxAgeMs: MAX_AGE_MS, build, isExempt: true, isByAddress: true }
    return snapshots.send(wanted, request, reply)
  })

  route(listPlayerSeasons, async ({ query, read }) => ({
    items: await read(() => seasonsOfPlayer(db, query.player_id, query.limit)),
  }))

  route(listOperatorSeasons, async () => ({
    items: presentForOperator(await seasons(db), await seasonSizes(db), app.clock.now()),
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
