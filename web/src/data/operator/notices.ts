import { queryOptions } from '@tanstack/react-query'
import type { getOperatorNotice, OperatorNotice, removeNotice, setNotice } from '@tribune/contract/notices.ts'
import { get } from '../../lib/http/api.ts'
import { act } from './act.ts'

export type { OperatorNotice }

/** The notice to all fans, upcoming, on or ended, or `null`. */
export const operatorNoticeQuery = queryOptions({
  queryKey: ['operator', 'notice'],
  queryFn: async ({ signal }) => (await get<typeof getOperatorNotice>('/api/operator_notice', { signal })).notice,
})

/** The fields of the notice that an act replaces. */
export interface SeenNotice {
  readonly text: string | null
  readonly starts_at: string | null
  readonly ends_at: string | null
}

export function seenOf(notice: OperatorNotice | null): SeenNotice {
  return notice === null
    ? { text: null, starts_at: null, ends_at: null }
    : { text: notice.text, starts_at: notice.starts_at, ends_at: notice.ends_at }
}

interface NewNotice {
  readonly text: string
  /** `null` for now. */
  readonly starts_at: string | null
  readonly ends_at: string
}

export function publishNotice({ seen, ...body }: NewNotice & { readonly seen: SeenNotice }) {
  return act<typeof setNotice>('/api/rpc/set_notice', seen, { body })
}

export function withdrawNotice(seen: SeenNotice) {
  return act<typeof removeNotice>('/api/rpc/remove_notice', seen, { body: {} })
}
