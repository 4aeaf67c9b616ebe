import { TAKE_OVER } from '../lib/offline/worker-messages.ts'
import { registerCaches } from './caches.ts'
import { registerErrors } from './errors.ts'
import { registerPush } from './push.ts'
import { registerShell, type ShellFile } from './shell.ts'

declare const self: ServiceWorkerGlobalScope
/** The files of this build, written in by service-worker-plugin.ts. */
declare const SHELL: readonly ShellFile[]

/**
 * Opens the app without a network: its own files are cached at install. Everything that is named neither here nor in caches.ts (accounts, ballots,
 * the live stream, the API's pages) bypasses the worker.
 */
registerErrors()
registerShell(SHELL)
registerCaches()
registerPush()

// Claims the page of the first visit. Later versions wait until the page activates them, between two screens.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('message', ({ data }) => {
  if (data === TAKE_OVER) self.skipWaiting()
})
