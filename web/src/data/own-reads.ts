import type { QueryClient } from '@tanstack/react-query'
import { meQuery } from './session.ts'

/** Marks a read of the signed-in fan whose key does not name them, so that it ends with their session. */
export const OWN = { own: true } as const

/** Removes the marked reads. Those whose keys name their fan are nobody else's, and stay. */
export function forgetOwnReads(client: QueryClient): void {
  client.removeQueries({ predicate: ({ meta }) => meta?.own === true })
}

/** Marks the fan as signed out, which ends their own reads too (session-news.ts). */
export function markSignedOut(client: QueryClient): void {
  client.setQueryData(meQuery.queryKey, (known) => ({ identity_providers: [], challenge: null, ...known, fan: null }))
}
