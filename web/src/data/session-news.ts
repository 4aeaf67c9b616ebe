import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { forgetOwnReads } from './own-reads.ts'
import { meQuery } from './session.ts'

/**
 * Follows who is signed in, whatever screen is open. Another fan, or nobody, finds none of the former one's own reads, because these are removed before
 * any screen is drawn again. Calls back with the fan's id, null for a visitor, when it becomes known and with each change.
 */
export function followSession(
  client: QueryClient,
  onFan: (id: string | null, former: string | null | undefined) => void,
): void {
  let known: string | null | undefined
  // Also keeps the answer while no screen needs it.
  const session = new QueryObserver(client, {
    ...meQuery,
    refetchOnMount: false,
    retryOnMount: false,
    select: ({ fan }) => fan?.id ?? null,
    notifyOnChangeProps: ['data'],
  })
  const look = ({ data }: { readonly data: string | null | undefined }) => {
    if (data === undefined || data === known) return
    const former = known
    known = data
    if (former !== undefined) forgetOwnReads(client)
    onFan(data, former)
  }
  session.subscribe(look)
  look(session.getCurrentResult())
}
