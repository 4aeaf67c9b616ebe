import { WORKER_ERROR, type WorkerError } from '../lib/offline/worker-messages.ts'

declare const self: ServiceWorkerGlobalScope

/** Rejections of a lost network or a full phone, which are no errors of the app. Chromium reports those of answers as unhandled. */
const NO_ERRORS = ['no-response', 'AbortError', 'NetworkError', 'QuotaExceededError']
/** Messages of `fetch` without a network, in Chromium, WebKit and Gecko. */
const NOT_FETCHED = /^(?:Failed to fetch|Load failed|NetworkError)/

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
    if (NO_ERRORS.includes(name) || NOT_FETCHED.test(message)) return
    const [page] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
    page?.postMessage({ type: WORKER_ERROR, kind, error: { name, message, stack } } satisfies WorkerError)
  } catch {
    // Reading a thrown object may itself throw.
  }
}
