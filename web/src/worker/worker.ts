import { isAppPage } from '@tribune/domain/offline.ts'
import { createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { keepWhatIsSeen } from './kept.ts'
import { SHELL_PAGE, TAKE_OVER } from './messages.ts'

declare const self: ServiceWorkerGlobalScope
/** The files of this build, written in by service-worker-plugin.ts. */
declare const SHELL: { url: string; revision: string | null }[]

/**
 * The app opens from the phone: its own files are fetched at install and served from there, whatever the network does. What is not
 * named here or in kept.ts (accounts, ballots, the live stream, the API's pages) never passes through.
 */
precacheAndRoute(SHELL, { directoryIndex: '', cleanURLs: false, ignoreURLParametersMatching: [] })
registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && isAppPage(url.pathname),
  createHandlerBoundToURL(SHELL_PAGE),
)
keepWhatIsSeen()

// The very first visit is kept too. Later versions wait until the page lets them in, between two screens.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('message', ({ data }) => {
  if (data === TAKE_OVER) self.skipWaiting()
})
