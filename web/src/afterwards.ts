import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { SEASON_RANKING } from '@tribune/protocol/cached-reads.ts'
import { isPostDue } from './data/ballots/post-due.ts'
import { rankingPart } from './data/first-reads.ts'
import { noticeQuery } from './data/notice.ts'
import { meQuery } from './data/session.ts'
import { followSession } from './data/session-news.ts'
import { loadPart, onPresenceChange, onReturn } from './lib/device/platform.ts'
import { phoneStorage } from './lib/device/storage.ts'
import { addressOf } from './lib/http/address.ts'
import { hearErrors } from './lib/http/browser-errors.ts'
import { type BlockableRouter, startWorker, supportsWorkers } from './lib/offline/worker.ts'

/** The parts of the router that are used here. */
interface Started extends BlockableRouter {
  readonly options: { readonly context: { readonly queryClient: QueryClient } }
}

/**
 * Starts what no first screen waits for: the service worker, reports of errors, the operator's notice, push messages, the account for votes without a network, and the sending
 * of those that wait.
 */
export function start(router: Started): void {
  const { queryClient } = router.options.context
  hearErrors()
  followNotice(queryClient)
  let isFetched = false
  /** Sends the ballots that wait and shows their news, once the code for it is there. */
  let look: (() => void) | null = null
  const stop = onPresenceChange(post)

  if (import.meta.env.PROD && supportsWorkers()) {
    const ranking = addressOf(SEASON_RANKING, rankingPart('', 0))
    startWorker(router, [ranking]).catch((error) => console.error('service worker', error))
  }
  followSession(queryClient, (id, former) => {
    if (id !== null) {
      storeFan(id)
      readFollows(queryClient, id)
      // A ballot may have waited for its fan.
      post()
    }
    // Signing out ends the subscription by itself.
    if (id !== null || former === undefined) keepSubscription(queryClient)
  })
  // The session may have ended elsewhere, or another fan have signed in.
  onReturn(() => void queryClient.prefetchQuery(meQuery))
  post()

  /** Fetches the code for it only if there is something to send or to show. */
  function post(): void {
    look?.()
    if (isFetched || !isPostDue()) return
    isFetched = true
    stop()
    void loadPart(
      () => import('./features/match/voting/page-outbox.ts'),
      ({ startPost }) => {
        look = startPost(queryClient)
      },
    )
  }
}

/** Keeps this browser's push subscription with its fan. The native app does so itself (native-start.ts). */
function keepSubscription(client: QueryClient): void {
  if (import.meta.env.VITE_NATIVE || !('Notification' in window) || Notification.permission !== 'granted') return
  import('./features/notifications/browser-calls.ts')
    .then(({ keepSubscribed }) => keepSubscribed(client))
    .catch(() => undefined)
}

/** « Mes clubs » is on home at the first visit of a new device too. */
function readFollows(client: QueryClient, id: string): void {
  import('./features/home/own/follows-calls.ts')
    .then(({ readFollowsHere }) => readFollowsHere(client, id))
    .catch(() => undefined)
}

/** Stores the account that is signed in; a visitor fetches no code for it. */
function storeFan(id: string): void {
  import('./data/ballots/ballot-drafts.ts').then(
    ({ rememberFan }) => rememberFan(id),
    (error) => console.error('account for votes without a network', error),
  )
}

/** Phone storage key of the notice that the fan closed last. */
const CLOSED_KEY = 'tribune-notice-closed'

/** Follows the operator's notice. The code that draws it is fetched once there is one that the fan has not closed. */
function followNotice(client: QueryClient): void {
  let isDrawn = false
  new QueryObserver(client, noticeQuery).subscribe(({ data }) => {
    if (data === undefined) return
    const notice = data === null || phoneStorage.read(CLOSED_KEY) === String(data.id) ? null : data
    if (notice === null && !isDrawn) return
    isDrawn = true
    import('./features/notice/notice-banner.tsx').then(
      ({ drawNotice }) => drawNotice(notice, (id) => phoneStorage.write(CLOSED_KEY, String(id))),
      () => {
        isDrawn = false
      },
    )
  })
}
