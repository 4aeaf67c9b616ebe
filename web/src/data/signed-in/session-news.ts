import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { joinTabs } from '../../lib/device/tabs.ts'
import { hearRefusals } from '../../lib/http/api-error.ts'
import { PUSH } from '../keys.ts'
import { meQuery } from '../session.ts'

/**
 * Follows who is signed in, whatever screen is open. Clears the previous fan's cached reads before the next render. Notifies the other tabs of this
 * browser, which read the session again. Also reads it again when another tab notifies, and after a refusal for want of a session. Calls back with the
 * fan's id, null for a visitor, when it becomes known and with each change.
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
  const tell = joinTabs(async (news) => {
    if (news.kind === 'push-settings') return client.invalidateQueries({ queryKey: PUSH, exact: true })
    if (news.fanId === known) return
    const { data, isSuccess } = await session.refetch()
    // The other tab has begun to listen after what it believes had changed.
    if (isSuccess && data !== news.fanId && news.kind === 'fan') tell({ kind: 'answer', fanId: data })
  })
  const look = ({ data }: { readonly data: string | null | undefined }) => {
    if (data === undefined || data === known) return
    const former = known
    known = data
    // Before this began, the fan may have changed unseen: what no screen shows is read again.
    forgetOwnReads(client, former === undefined ? 'inactive' : 'all')
    tell({ kind: 'fan', fanId: data })
    onFan(data, former)
  }
  session.subscribe(look)
  look(session.getCurrentResult())
  hearRefusals((code) => {
    // One read for all that were refused together, and none once the fan is known to be signed out.
    if (code === 'not_authenticated' && known !== null) void session.refetch({ cancelRefetch: false })
  })
}

/** Removes the reads that are marked as the fan's own. Those whose keys name their fan are nobody else's, and stay. */
function forgetOwnReads(client: QueryClient, type: 'inactive' | 'all'): void {
  client.removeQueries({ type, predicate: ({ meta }) => meta?.own === true })
}
