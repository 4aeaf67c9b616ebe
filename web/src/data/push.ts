import { queryOptions } from '@tanstack/react-query'
import type { getDigest, getPush } from '@tribune/contract/own/messages.ts'
import { get } from '../lib/http/api.ts'
import { PUSH } from './keys.ts'
import { OWN } from './session.ts'

/** The fan's push subscriptions and settings. */
export const pushQuery = queryOptions({
  queryKey: PUSH,
  meta: OWN,
  queryFn: ({ signal }) => get<typeof getPush>('/api/me/push', { signal }),
})

/** Whether the fan wishes the weekly digest by mail, and where it goes. */
export const digestQuery = queryOptions({
  queryKey: ['digest'],
  meta: OWN,
  queryFn: ({ signal }) => get<typeof getDigest>('/api/me/digest', { signal }),
})
