import { TAKE_OVER } from '../../worker/messages.ts'

/** A new version that does not take over within this time is not waited for, in milliseconds. */
const LONGEST_WAIT_MS = 1_500

/** Lets a waiting version of the service worker in; ends when it is, or when that takes too long. */
export async function letIn(waiting: ServiceWorker | null | undefined): Promise<void> {
  if (!waiting) return
  await new Promise((done) => {
    navigator.serviceWorker.addEventListener('controllerchange', done, { once: true })
    setTimeout(done, LONGEST_WAIT_MS)
    waiting.postMessage(TAKE_OVER)
  })
}
