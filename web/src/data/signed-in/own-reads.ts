import type { QueryClient } from '@tanstack/react-query'
import { meQuery } from '../session.ts'

/** Marks a read of the signed-in fan that ends with their session (session-news.ts), whether its key names them or not. */
export const OWN = { own: true } as const

/** Marks the fan as signed out, which ends their own reads too. */
export function markSignedOut(client: QueryClient): void {
  client.setQueryData(meQuery.queryKey, (known) => ({ identity_providers: [], captcha: null, ...known, fan: null }))
}
