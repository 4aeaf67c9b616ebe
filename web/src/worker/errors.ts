import { WORKER_ERROR, type WorkerError } from '../lib/offline/worker-messages.ts'

declare const self: ServiceWorkerGlobalScope

/** Hands errors of the worker that nothing has caught to one page, which reports them. Without a page they are lost. */
export function registerErrors(): void {
  self.addEventListener('error', ({ error, message }) => handOver(error ?? message))
  self.addEventListener('unhandledrejection', ({ reason }) => handOver(reason))
}

async function handOver(thrown: unknown): Promise<void> {
  const [page] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const { name = '', message = String(thrown), stack = '' } = thrown instanceof Error ? thrown : {}
  page?.postMessage({ type: WORKER_ERROR, error: { name, message, stack } } satisfies WorkerError)
}
