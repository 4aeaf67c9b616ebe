import { isOnline } from '../device/platform.ts'
import { tabStorage } from '../device/storage.ts'
import { TAKE_OVER } from './worker-messages.ts'

/** Session storage key of the error for which the page was last reloaded. */
const KEY = 'tribune-loaded-anew-for'
/** Messages of the engines for a module that cannot be fetched. */
const MISSING_FILE = /dynamically imported module|importing a module script failed/i
/** Reloads the page, in the newest version that the service worker has. */
export async function reloadNewest(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined)
  await activateWaiting(registration?.waiting)
  window.location.reload()
}

/** Returns whether a file of the app could not be fetched. */
export function isMissingFile(thrown: unknown): boolean {
  return MISSING_FILE.test(errorMessage(thrown))
}

/**
 * Returns whether a reload may fix this error: a deployment has removed a file of the running version. True only once per file, so that a file that is missing
 * for good shows the failure instead of a reload loop.
 */
export function mayReloadFix(thrown: unknown, storage = tabStorage, online = isOnline()): boolean {
  const message = errorMessage(thrown)
  const last = storage.read(KEY)
  return online && last !== undefined && isMissingFile(thrown) && last !== message
}

/** Records that the page is reloaded for this error. Returns false if the browser refuses: it would be reloaded for ever. */
export function recordReload(thrown: unknown, storage = tabStorage): boolean {
  return storage.write(KEY, errorMessage(thrown))
}

function errorMessage(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : ''
}

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
