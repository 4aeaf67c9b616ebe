import { keepingOf, VERSION_CHECK_MS } from '@tribune/domain/offline.ts'
import { cacheUrls } from '../../worker/messages.ts'
import { isOnline, isVisible, onPresenceChange } from '../device/platform.ts'
import { letIn } from './take-over.ts'

/** What of the router the worker's page side needs: to hold a change of screen. */
interface Travel {
  readonly history: {
    readonly block: (blocker: { enableBeforeUnload: false; blockerFn: (way: Way) => Promise<boolean> }) => unknown
  }
}

interface Way {
  readonly currentLocation: { readonly pathname: string }
  readonly nextLocation: { readonly pathname: string; readonly href: string }
  readonly action: string
}

/**
 * Installs the service worker, and lets a new version of the app in between two screens: the new worker waits until the fan goes to
 * another screen, which is then loaded as a page. He is held for it once, and shortly: a worker does not make room while the next screen
 * asks it for files; one that takes longer comes with a later change of screen. Never on the way to a match, so that no ballot is ever
 * interrupted.
 */
export async function startWorker(router: Travel, address = '/sw.js'): Promise<void> {
  const { serviceWorker } = navigator
  let outdated = false
  let held = false
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
  const blockerFn = async ({ currentLocation, nextLocation, action }: Way) => {
    if (action !== 'PUSH' || nextLocation.pathname === currentLocation.pathname) return false
    if (nextLocation.pathname.startsWith('/match/')) return false
    if (!held && registration.waiting !== null && serviceWorker.controller !== null) {
      held = true
      await letIn(registration.waiting)
    }
    if (outdated) window.location.assign(nextLocation.href)
    return outdated
  }
  router.history.block({ enableBeforeUnload: false, blockerFn })
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
