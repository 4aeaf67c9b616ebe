import { TAKE_OVER } from './worker-messages.ts'

/** Longest wait for a new version to take over, in milliseconds. */
const MAX_WAIT_MS = 1_500

/** Activates a waiting version of the service worker. Resolves when it has taken over, or after the longest wait. */
export async function activateWaiting(waiting: ServiceWorker | null | undefined): Promise<void> {
  if (!waiting) return
  await new Promise((done) => {
    navigator.serviceWorker.addEventListener('controllerchange', done, { once: true })
    setTimeout(done, MAX_WAIT_MS)
    waiting.postMessage(TAKE_OVER)
  })
}
