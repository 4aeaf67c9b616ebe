import { getReportingCsv, getReportingStatistics, listReportingMatches } from '@tribune/contract/operator/reporting.ts'
import { CSV_ROWS, REPORTING_PAGE } from '@tribune/protocol/read-limits.ts'
import type { App } from '../../../context.ts'
import type { Router } from '../../../http/route.ts'
import { reportedMatches } from './queries.ts'
import { presentCsv, presentReported, StatisticsLoader } from './service.ts'

export function registerReporting(route: Router, app: App): undefined {
  const loader = new StatisticsLoader(app)

  route(getReportingStatistics, async ({ query }) => {
    const { statistics, at, ageSeconds } = await loader.load(query.fresh !== undefined)
    return { ...statistics, read_at: at.toISOString(), age_seconds: ageSeconds }
  })

  route(listReportingMatches, async ({ query: { competition_id, match_id, page } }) => {
    const offset = (page - 1) * REPORTING_PAGE
    const { rows, total } = await reportedMatches(app.db, {
      competitionId: competition_id,
      matchId: match_id,
      limit: REPORTING_PAGE,
      offset,
    })
    return { items: rows.map(presentReported), total }
  })

  route(getReportingCsv, async ({ query, reply }) => {
    const { rows, total } = await reportedMatches(app.db, {
      competitionId: query.competition_id,
      limit: CSV_ROWS,
      offset: 0,
    })
    const day = app.clock.now().toISOString().slice(0, 10)
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="tribune-reporting-${day}.csv"`)
      .send(presentCsv(rows, total))
  })
  return undefined
}
