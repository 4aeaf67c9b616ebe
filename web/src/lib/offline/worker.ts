import { cachingOf, VERSION_CHECK_MS } from '@tribune/protocol/offline.ts'
import { isOnline, isVisible, onPresenceChange } from '../device/platform.ts'
import { activateWaiting } from './fresh-load.ts'
import { cacheUrls } from './worker-messages.ts'

/** The part of the router that is used here: blocking a navigation. */
export interface BlockableRouter {
  readonly history: {
    readonly block: (blocker: {
      enableBeforeUnload: false
      blockerFn: (navigation: Navigation) => Promise<boolean>
    }) => unknown
  }
}

interface Navigation {
  readonly currentLocation: { readonly pathname: string }
  readonly nextLocation: { readonly pathname: string; readonly href: string }
  readonly action: string
}

/** Returns whether this browser supports service workers, for reading offline. The native app bundles its own files, and Android's web view would take one. */
export function supportsWorkers(): boolean {
  return !import.meta.env.VITE_NATIVE && 'serviceWorker' in navigator && window.isSecureContext
}

/**
 * Installs the service worker, and activates a new version of the app between two screens: the new worker waits until the fan navigates, and the next
 * screen is then loaded as a page. The navigation is delayed once and briefly, because a worker does not yield while the next screen requests files from
 * it; one that takes longer is activated at a later navigation. Never on the way to a match, so that no ballot is interrupted. A new worker stores `ahead`,
 * addresses of screens that the fan may first open without a network, with what has been read.
 */
export async function startWorker(
  router: BlockableRouter,
  ahead: readonly string[],
  address = '/sw.js',
): Promise<void> {
  const { serviceWorker } = navigator
  let outdated = false
  let delayed = false
  let seeded = cameThroughWorker()
  const follow = () => {
    if (seeded) outdated = true
    else seedCache(serviceWorker.controller, ahead)
    seeded = true
  }
  serviceWorker.addEventListener('controllerchange', follow)
  // Another tab's worker has taken this page over while it started.
  if (!seeded && serviceWorker.controller !== null) follow()
  const registration: unknown = await serviceWorker.register(address, { updateViaCache: 'none' })
  // Browsers that are set to refuse workers resolve to nothing.
  if (!(registration instanceof ServiceWorkerRegistration)) return
  checkForUpdates(registration)
  const blockerFn = async ({ currentLocation, nextLocation, action }: Navigation) => {
    if (action !== 'PUSH' || nextLocation.pathname === currentLocation.pathname) return false
    if (nextLocation.pathname.startsWith('/match/')) return false
    if (!delayed && registration.waiting !== null && serviceWorker.controller !== null) {
      delayed = true
      await activateWaiting(registration.waiting)
    }
    if (outdated) window.location.assign(nextLocation.href)
    return outdated
  }
  router.history.block({ enableBeforeUnload: false, blockerFn })
}

/** Returns whether this page was loaded through a worker, which has then seen all its reads. Where the browser does not say, one in control counts. */
function cameThroughWorker(): boolean {
  const [load] = performance.getEntriesByType('navigation') as readonly Partial<PerformanceNavigationTiming>[]
  return load?.workerStart === undefined ? navigator.serviceWorker.controller !== null : load.workerStart > 0
}

/** On a first visit, has the worker read and store what the screen read before it was installed. Unchanged answers cost a comparison each. */
function seedCache(worker: ServiceWorker | null, ahead: readonly string[]): void {
  const names = [...performance.getEntriesByType('resource').map(({ name }) => name), ...ahead]
  const read = names.map((name) => new URL(name, window.location.href))
  const ours = read.filter((url) => url.origin === window.location.origin && cachingOf(url.pathname, url.search))
  worker?.postMessage(cacheUrls([...new Set(ours.map(({ href }) => href))]))
}

/** Checks for a new version when the fan returns: browsers only do so at page loads, and an open app has none. */
function checkForUpdates(registration: ServiceWorkerRegistration): void {
  let checkedAt = Date.now()
  onPresenceChange(() => {
    if (!isVisible() || !isOnline() || Date.now() - checkedAt < VERSION_CHECK_MS) return
    checkedAt = Date.now()
    registration.update().catch(() => undefined)
  })
}
