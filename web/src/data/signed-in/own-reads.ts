import type { QueryClient } from '@tanstack/react-query'
import { meQuery } from '../session.ts'

/** Marks a read of the signed-in fan whose key does not name them, so that it ends with their session (session-news.ts). */
export const OWN = { own: true } as const

/** Marks the fan as signed out, which ends their own reads too. */
export function markSignedOut(client: QueryClient): void {
  client.setQueryData(meQuery.queryKey, (known) => ({ identity_providers: [], captcha: null, ...known, fan: null }))
}
