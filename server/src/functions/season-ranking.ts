import { seasonRanking } from '@tribune/contract/functions.ts'
import type { App } from '../app.ts'
import { rebuildSeason } from '../features/rankings/service.ts'
import type { Router } from '../http/route.ts'
import { runFunction } from './run.ts'

/** Rebuilds every season row from the published points. */
export function registerSeasonRanking(route: Router, app: App): void {
  route(seasonRanking, async () => {
    const run = await runFunction(app, 'season-ranking', async () => ({
      result: null,
      processed: await rebuildSeason(app),
    }))
    return { processed: run.processed, ms: run.ms, correlation_id: run.correlationId }
  })
}
