import { reportBrowserError } from '@tribune/contract/app/browser-errors.ts'
import {
  BROWSER_ERRORS_LISTED,
  BROWSER_ERRORS_LISTED_DAYS,
  listOperatorBrowserErrors,
} from '@tribune/contract/operator/browser-errors.ts'
import { DAY_MS } from '@tribune/domain/common/instant.ts'
import type { App } from '../../../context.ts'
import type { Router } from '../../../http/route.ts'
import { errorsSince } from './queries.ts'
import { BrowserErrors } from './service.ts'

export function registerBrowserErrors(route: Router, app: App): () => Promise<void> {
  const counts = new BrowserErrors(app)
  route(reportBrowserError, async ({ body }) => counts.add(body))

  route(listOperatorBrowserErrors, async () => {
    const since = new Date(app.clock.now().getTime() - (BROWSER_ERRORS_LISTED_DAYS - 1) * DAY_MS)
    const rows = await errorsSince(app.db, since.toISOString().slice(0, 10), BROWSER_ERRORS_LISTED)
    return {
      items: rows.map((row) => ({
        ...row,
        first_at: row.first_at.toISOString(),
        last_at: row.last_at.toISOString(),
      })),
    }
  })
  return () => counts.idle()
}
