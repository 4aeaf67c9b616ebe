import { isLossOfWorker } from '@tribune/domain/operator/browser-error.ts'
import { TAKE_OVER, WORKER_ERROR, type WorkerError } from '../lib/offline/worker-messages.ts'
import { registerCaches } from './caches.ts'
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

/** Hands uncaught errors of the worker to one open page, which reports them. Without a page they are lost. */
function registerErrors(): void {
  self.addEventListener('error', ({ error, message }) => handOver('error', error ?? message))
  self.addEventListener('unhandledrejection', ({ reason }) => handOver('rejection', reason))
}

/** Never rejects: that would be an error to hand over too. */
async function handOver(kind: WorkerError['kind'], thrown: unknown): Promise<void> {
  try {
    const text = typeof thrown === 'string' ? thrown : ''
    const { name = '', message = text, stack = '' } = thrown instanceof Error ? thrown : {}
    // Chromium reports answers that fail without a network as unhandled.
    if (isLossOfWorker(name, message)) return
    const [page] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
    page?.postMessage({ type: WORKER_ERROR, kind, error: { name, message, stack } } satisfies WorkerError)
  } catch {
    // Reading a thrown object may itself throw.
  }
}
