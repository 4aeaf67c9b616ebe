import { queryOptions } from '@tanstack/react-query'
import type { Output } from '@tribune/contract/endpoint.ts'
import type { getNotice } from '@tribune/contract/notices.ts'
import { get } from '../lib/http/api.ts'

export type Notice = NonNullable<Output<typeof getNotice>['notice']>

/** An answer younger than this is not read again when the fan returns; an open screen reads it at this pace. */
const NOTICE_FRESH_MS = 60_000
const NOTICE_EVERY_MS = 300_000

/** The operator's notice to all fans, or `null`. */
export const noticeQuery = queryOptions({
  queryKey: ['notice'],
  queryFn: async ({ signal }) => (await get<typeof getNotice>('/api/notice', { signal })).notice,
  staleTime: NOTICE_FRESH_MS,
  refetchInterval: NOTICE_EVERY_MS,
  refetchOnWindowFocus: true,
})
