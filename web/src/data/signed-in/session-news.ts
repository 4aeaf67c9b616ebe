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
  const notifyOthers = joinTabs(async (news) => {
    if (news.kind === 'push-settings') return client.invalidateQueries({ queryKey: PUSH, exact: true })
    if (news.fanId === known) return
    const { data, isSuccess } = await session.refetch()
    // The other tab has begun to listen after what it believes had changed.
    if (isSuccess && data !== news.fanId && news.kind === 'fan') notifyOthers({ kind: 'answer', fanId: data })
  })
  const look = ({ data }: { readonly data: string | null | undefined }) => {
    if (data === undefined || data === known) return
    const former = known
    known = data
    if (former === undefined) forgetUnseenChange(client, data !== null)
    else client.removeQueries({ predicate: isOwn })
    notifyOthers({ kind: 'fan', fanId: data })
    onFan(data, former)
  }
  session.subscribe(look)
  look(session.getCurrentResult())
  hearRefusals((code) => {
    // One read for all that were refused together, and none once the fan is known to be signed out.
    if (code === 'not_authenticated' && known !== null) void session.refetch({ cancelRefetch: false })
  })
}

/** Whether a read is marked as the fan's own. Others whose keys name their fan may stay: they are nobody else's. */
const isOwn = ({ meta }: { readonly meta?: Readonly<Record<string, unknown>> | undefined }) => meta?.own === true

/**
 * Before the session was followed, the fan may have changed unseen. Removes their own reads that no screen shows; what one shows is read again if it was
 * read before the session last was, unless nobody is signed in: it is about to leave the screen.
 */
function forgetUnseenChange(client: QueryClient, isSignedIn: boolean): void {
  client.removeQueries({ type: 'inactive', predicate: isOwn })
  const readAt = client.getQueryState(meQuery.queryKey)?.dataUpdatedAt ?? 0
  if (!isSignedIn) return
  void client.resetQueries({
    type: 'active',
    predicate: (query) => isOwn(query) && query.state.dataUpdatedAt < readAt,
  })
}
