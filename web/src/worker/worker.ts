import { isAppPage } from '@tribune/protocol/offline.ts'
import { createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { SHELL_PAGE, TAKE_OVER } from '../lib/offline/worker-messages.ts'
import { registerCaches } from './caches.ts'
import { registerPush } from './push.ts'

declare const self: ServiceWorkerGlobalScope
/** The files of this build, written in by service-worker-plugin.ts. */
declare const SHELL: { url: string; revision: string | null }[]

/**
 * Opens the app without a network: its own files are precached at install. Everything that is named neither here nor in caches.ts (accounts, ballots,
 * the live stream, the API's pages) bypasses the worker.
 */
precacheAndRoute(SHELL, { directoryIndex: '', cleanURLs: false, ignoreURLParametersMatching: [] })
registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && isAppPage(url.pathname),
  createHandlerBoundToURL(SHELL_PAGE),
)
registerCaches()
registerPush()

// Claims the page of the first visit. Later versions wait until the page activates them, between two screens.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('message', ({ data }) => {
  if (data === TAKE_OVER) self.skipWaiting()
})
