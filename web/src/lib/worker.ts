import { keepingOf, VERSION_CHECK_MS } from '@tribune/domain/offline.ts'
import { cacheUrls, TAKE_OVER } from '../worker/messages.ts'
import { isOnline, isVisible, onPresenceChange } from './platform.ts'

/** A new version that takes over later than this after the fan went to a screen comes with the next one, in milliseconds. */
const SOON_MS = 1_500

/** What of the router the worker's page side needs: to hear of a change of screen. */
interface Travel {
  readonly subscribe: (
    event: 'onBeforeNavigate',
    listener: (event: {
      readonly pathChanged: boolean
      readonly toLocation: { readonly pathname: string; readonly href: string }
    }) => void,
  ) => unknown
}

/**
 * Installs the service worker, and lets a new version of the app in between two screens: the new worker waits until the fan goes to
 * another screen, which is then loaded as a page. Never on the way to a match, so that no ballot is ever interrupted.
 */
export async function startWorker(router: Travel, address = '/sw.js'): Promise<void> {
  const { serviceWorker } = navigator
  let outdated = false
  let seeded = serviceWorker.controller !== null
  serviceWorker.addEventListener('controllerchange', () => {
    if (seeded) outdated = true
    else tellWhatWasRead(serviceWorker.controller)
    seeded = true
  })
  const registration: unknown = await serviceWorker.register(address, { updateViaCache: 'none' })
  // Browsers that were told to block workers answer nothing at all.
  if (!(registration instanceof ServiceWorkerRegistration)) return
  lookForVersions(registration)
  router.subscribe('onBeforeNavigate', ({ pathChanged, toLocation }) => {
    if (!pathChanged || mayHoldBallot(toLocation.pathname)) return
    if (outdated) return window.location.assign(toLocation.href)
    if (registration.waiting === null || serviceWorker.controller === null) return
    const soon = AbortSignal.timeout(SOON_MS)
    serviceWorker.addEventListener('controllerchange', loadUnlessVoting, { once: true, signal: soon })
    registration.waiting.postMessage(TAKE_OVER)
  })
}

function loadUnlessVoting(): void {
  if (!mayHoldBallot(window.location.pathname)) window.location.reload()
}

function mayHoldBallot(path: string): boolean {
  return path.startsWith('/match/')
}

/** On a first visit the screen was read before the worker was there: it reads the same again, at the cost of a comparison each. */
function tellWhatWasRead(worker: ServiceWorker | null): void {
  const read = performance.getEntriesByType('resource').map(({ name }) => new URL(name))
  const ours = read.filter((url) => url.origin === window.location.origin && keepingOf(url.pathname, url.search))
  worker?.postMessage(cacheUrls([...new Set(ours.map(({ href }) => href))]))
}

/** Browsers look for a new version at each page load; an app that stays open has none. */
function lookForVersions(registration: ServiceWorkerRegistration): void {
  let looked = Date.now()
  onPresenceChange(() => {
    if (!isVisible() || !isOnline() || Date.now() - looked < VERSION_CHECK_MS) return
    looked = Date.now()
    registration.update().catch(() => undefined)
  })
}
