import {
  schedulerNightly as nightlyEndpoint,
  schedulerPostft as postftEndpoint,
  schedulerRealtime,
} from '@tribune/contract/functions.ts'
import type { App } from '../app.ts'
import type { Router } from '../http/route.ts'
import { registerAwardXp } from './award-xp.ts'
import { registerDeleteUserAccount } from './delete-user-account.ts'
import { registerFootballApi } from './football-api.ts'
import { registerRankingEngine } from './ranking-engine.ts'
import type { Run } from './run.ts'
import { schedulerNightly } from './scheduler-nightly.ts'
import { publishDue, schedulerPostft } from './scheduler-postft.ts'
import { registerSeasonRanking } from './season-ranking.ts'
import { registerUefaCountryRanking } from './uefa-country-ranking.ts'

/** Every server function of the spec under its own name. */
export function registerFunctions(route: Router, app: App): undefined {
  registerRankingEngine(route, app)
  registerAwardXp(route, app)
  registerFootballApi(route, app)
  registerUefaCountryRanking(route, app)
  registerSeasonRanking(route, app)
  registerDeleteUserAccount(route, app)
  registerSchedulers(route, app)
  return undefined
}

function registerSchedulers(route: Router, app: App): void {
  route(schedulerRealtime, async ({ query, request }) => {
    const running = app.realtime.request()
    running.catch(() => {})
    const isAdmin = (await app.sessions.read(request.headers))?.isAdmin === true
    if (isAdmin && query.wait === '1') await running
    const quota = isAdmin ? app.feed.quota() : null
    return {
      ...app.realtime.status(),
      quota: quota === null ? null : { day_limit: quota.dayLimit, day_remaining: quota.dayRemaining },
    }
  })

  route(postftEndpoint, async ({ body }) => {
    const run = body.match_id === undefined ? await publishDue(app) : await schedulerPostft(app, body.match_id)
    return run === null ? { processed: 0, ms: 0, correlation_id: '' } : summary(run)
  })

  route(nightlyEndpoint, async () => summary(await schedulerNightly(app)))
}

function summary(run: Run<unknown>) {
  return { processed: run.processed, ms: run.ms, correlation_id: run.correlationId }
}
