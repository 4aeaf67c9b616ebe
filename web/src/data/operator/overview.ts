import { queryOptions } from '@tanstack/react-query'
import type { listOperatorBrowserErrors } from '@tribune/contract/browser-errors.ts'
import type { Output } from '@tribune/contract/endpoint.ts'
import type { listFeedAnomalies } from '@tribune/contract/operator/diagnostics.ts'
import type { getOperatorOverview } from '@tribune/contract/operator/overview.ts'
import type { schedulerNightly, schedulerPostft } from '@tribune/contract/operator/runs.ts'
import { MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { call, get } from '../../lib/http/api.ts'
import { SCHEDULER_TIMEOUT_MS } from '../../lib/limits.ts'

/** While the night runs the operator waits for its end. */
const NIGHT_LOOK_MS = 3_000

/** Maximum number of anomalies that are listed. */
const ANOMALIES_LISTED = 50

/** Errors of the app in fans' browsers, of the last days. */
export const browserErrorsQuery = queryOptions({
  queryKey: ['operator', 'browser-errors'],
  queryFn: async ({ signal }) =>
    (await get<typeof listOperatorBrowserErrors>('/api/operator_browser_errors', { signal })).items,
})

export type FeedAnomaly = Output<typeof listFeedAnomalies>['items'][number]

/** Needs and facts, read again each minute while the page is visible. */
export const overviewQuery = queryOptions({
  queryKey: ['operator', 'overview'],
  queryFn: ({ signal }) =>
    get<typeof getOperatorOverview>('/api/operator_overview', { signal, timeoutMs: SCHEDULER_TIMEOUT_MS }),
  refetchInterval: ({ state }) => (state.data?.facts.nightly.under_way ? NIGHT_LOOK_MS : MINUTE_MS),
})

/** The newest anomalies of the feed. */
export const anomaliesQuery = queryOptions({
  queryKey: ['operator', 'anomalies'],
  queryFn: async ({ signal }) =>
    (await get<typeof listFeedAnomalies>('/api/feed_anomalies', { query: { limit: ANOMALIES_LISTED }, signal })).items,
  refetchInterval: MINUTE_MS,
})

/** Runs the night's work now. It may outlast the request, and goes on without it. */
export function runNight() {
  const options = { body: {}, timeoutMs: SCHEDULER_TIMEOUT_MS }
  return call<typeof schedulerNightly>('POST', '/api/functions/scheduler-nightly', options)
}

/** Publishes the results that are due, as many as one pass takes. */
export function publishDue() {
  const options = { body: {}, timeoutMs: SCHEDULER_TIMEOUT_MS }
  return call<typeof schedulerPostft>('POST', '/api/functions/scheduler-postft', options)
}
