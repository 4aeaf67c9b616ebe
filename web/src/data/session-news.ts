import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { joinTabs } from '../lib/device/tabs.ts'
import { hearRefusals } from '../lib/http/api-error.ts'
import { PUSH } from './keys.ts'
import { meQuery } from './session.ts'

/**
 * Observes on all screens which fan is signed in. Clears the previous fan's cached reads before the next render. Notifies the other tabs of this browser,
 * which read the session again. Also reads the session again when another tab notifies, and after a refusal because of a missing session. Calls `onFan` with
 * the fan's id, or null for a visitor, when it becomes known and after each change.
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
    // The other tab started to listen after the session that it believes in had changed.
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

/** Returns whether a read is marked as the fan's own. Other reads whose keys name their fan may stay: no other fan reads them. */
const isOwn = ({ meta }: { readonly meta?: Readonly<Record<string, unknown>> | undefined }) => meta?.own === true

/**
 * Removes the reads of a former fan, who may have changed unseen before the session was observed. Removes all of the fan's own reads that no screen shows. A
 * read that a screen shows is read again if it is older than the last read of the session. For a visitor it is left: it is about to leave the screen.
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
