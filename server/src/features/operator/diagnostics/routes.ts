import { listExcludedMatches, listFeedAnomalies } from '@tribune/contract/operator/diagnostics.ts'
import { listOpenRuns, OPEN_RUNS } from '@tribune/contract/operator/overview.ts'
import { listEdgeMetrics } from '@tribune/contract/operator/runs.ts'
import type { App } from '../../../context.ts'
import type { Router } from '../../../http/route.ts'
import { edgeMetrics, excludedMatches, feedAnomalies } from './queries.ts'
import { runsUnderWay } from './service.ts'

export function registerDiagnostics(route: Router, app: App): undefined {
  route(listEdgeMetrics, async ({ query }) => {
    const rows = await edgeMetrics(app.db, query.function_name, query.limit)
    return { items: rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() })) }
  })

  route(listExcludedMatches, async ({ query }) => {
    const rows = await excludedMatches(app.db, query.limit)
    return {
      items: rows.map((row) => ({
        ...row,
        reason: 'no_lineups_available' as const,
        match_date: row.match_date.toISOString(),
        excluded_at: row.excluded_at.toISOString(),
      })),
    }
  })

  route(listFeedAnomalies, async ({ query }) => {
    const rows = await feedAnomalies(app.db, query.limit)
    return { items: rows.map((row) => ({ ...row, first_seen_at: row.first_seen_at.toISOString() })) }
  })

  route(listOpenRuns, async () => {
    const runs = (await runsUnderWay(app, OPEN_RUNS)).slice(0, OPEN_RUNS)
    return {
      items: runs.map(({ id, name, startedAt }) => ({ id, function_name: name, started_at: startedAt.toISOString() })),
    }
  })
  return undefined
}
