import type { QueryClient, QueryFilters } from '@tanstack/react-query'
import { DELETION_CONFIRMATION } from '@tribune/contract/account-constants.ts'
import type { deleteUserAccount } from '@tribune/contract/accounts.ts'
import { forgetDrafts } from '../../data/ballots/ballot-drafts.ts'
import { forgetPicks } from '../../data/ballots/pending-pick.ts'
import { keepFollows } from '../../data/follows.ts'
import { forgetOperator } from '../../data/operator/tab-traces.ts'
import { markSignedOut, meQuery } from '../../data/session.ts'
import { callAccount } from '../../lib/http/account-api.ts'
import { call } from '../../lib/http/api.ts'
import { dropSession } from '../../lib/native/session.ts'
import { forgetSentCode } from './sign-in/sent-code-store.ts'

/** All that is read, except who is signed in. */
const ALL_BUT_ME: QueryFilters = { predicate: ({ queryKey }) => queryKey[0] !== meQuery.queryKey[0] }

/** Ends this device's session, and its push messages with it, and removes the fan's data from the cache. Changes nothing if that fails. */
export async function signOut(client: QueryClient): Promise<void> {
  // Reads that are still on their way would be refused.
  await client.cancelQueries(ALL_BUT_ME)
  try {
    await callAccount('POST', '/sign-out', { body: {} })
  } catch (error) {
    void client.refetchQueries({ ...ALL_BUT_ME, type: 'active', stale: true })
    throw error
  }
  // A read that began before the sign-out still returns the fan.
  await client.cancelQueries({ queryKey: meQuery.queryKey })
  forgetFan(client)
}

/** Removes everything of the fan from this phone and from the cache. */
function forgetFan(client: QueryClient): void {
  forgetOnPhone()
  forgetInCache(client)
}

/** Removes the fan's data that this phone has stored. Does not change the screen. */
export function forgetOnPhone(): void {
  forgetSentCode()
  forgetDrafts()
  forgetPicks()
  forgetOperator()
  keepFollows(null, [])
  if (import.meta.env.VITE_NATIVE) {
    void dropSession()
    void import('../../lib/native/leftovers.ts').then(({ eraseLeftovers }) => eraseLeftovers())
  }
  void pushDevice().then((device) => device?.forget())
}

/** Marks the fan as signed out, and removes all their other data from the cache. */
export function forgetInCache(client: QueryClient): void {
  markSignedOut(client)
  client.removeQueries(ALL_BUT_ME)
}

/** Returns what knows about push messages to this device, or null if it cannot have any. */
async function pushDevice() {
  const mayHave = import.meta.env.VITE_NATIVE || ('Notification' in window && Notification.permission === 'granted')
  return mayHave ? (await import('../notifications/push-calls.ts')).device : null
}

/** Deletes the account of the signed-in fan for good. */
export async function deleteAccount(): Promise<void> {
  await call<typeof deleteUserAccount>('POST', '/api/functions/delete-user-account', { body: DELETION_CONFIRMATION })
}
