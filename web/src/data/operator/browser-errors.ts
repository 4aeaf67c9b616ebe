import { queryOptions } from '@tanstack/react-query'
import type { listOperatorBrowserErrors } from '@tribune/contract/operator/browser-errors.ts'
import { get } from '../../lib/http/api.ts'

/** Errors of the app in fans' browsers, of the last days. */
export const browserErrorsQuery = queryOptions({
  queryKey: ['operator', 'browser-errors'],
  queryFn: async ({ signal }) =>
    (await get<typeof listOperatorBrowserErrors>('/api/operator_browser_errors', { signal })).items,
})
