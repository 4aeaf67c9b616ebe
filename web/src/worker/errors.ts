import { isLossOfWorker } from '@tribune/domain/operator/browser-error.ts'
import { WORKER_ERROR, type WorkerError } from '../lib/offline/worker-messages.ts'

declare const self: ServiceWorkerGlobalScope

/** Hands uncaught errors of the worker to one open page, which reports them. Without a page they are lost. */
export function registerErrors(): void {
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
