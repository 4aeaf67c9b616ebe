import { listPlayerSeasons, listSeasons } from '@tribune/contract/rankings.ts'
import type { App } from '../../../context.ts'
import type { Router } from '../../../http/route.ts'
import { champions, seasonsOfPlayer } from './queries.ts'
import { presentSeasons } from './service.ts'

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
  return undefined
}
