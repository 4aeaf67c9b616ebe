import type { CDPSession, Locator, Page, Worker } from '@playwright/test'
import { PushBrowser } from '@tribune/server/testing/browsers.ts'
import { button } from './sign-in.ts'
import { workerInControl } from './worker.ts'
import { expect, type World } from './world.ts'

export const ENABLE = 'Activer sur cet appareil'
export const DISABLE = 'Désactiver sur cet appareil'

/** The settings of notifications on the profile. */
export function panel(page: Page): Locator {
  return page.getByRole('region', { name: 'Notifications' })
}

/** Turns notifications on from the open profile. */
export async function enable(page: Page): Promise<void> {
  await button(page, ENABLE).click()
  await expect(page.getByText('Notifications activées sur cet appareil.')).toBeVisible()
  await expect(button(page, DISABLE)).toBeVisible()
}

interface ShownNotification {
  readonly title: string
  readonly body: string
  readonly tag?: string
  readonly silent?: boolean
  readonly actions?: readonly object[]
  close(): void
}

/** The part of a service worker's scope that the journeys use. */
interface WorkerScope {
  readonly registration: { getNotifications(filter?: { tag?: string }): Promise<readonly ShownNotification[]> }
  /** The notifications that the worker has shown so far: whether aloud, and the title. */
  readonly showings: string[]
  readonly Notification: { readonly permission: string }
  readonly PushManager: { readonly prototype: object }
  readonly ExtendableEvent: new (type: string) => Event
  dispatchEvent(event: Event): boolean
}

/** A message as the product's stand-in for push services has taken it. */
interface StoredPush {
  readonly kind: string
  readonly endpoint: string
  readonly body: string
}

/** Name in the page's storage under which the address that its browser has subscribed stands, by its number. */
const SUBSCRIBED = 'e2e-subscribed'

/**
 * Lets the page subscribe at a push service, which no browser of the tests has: its keys are the journey's, so that it can decrypt what the server
 * sends. Everything else of the browser is real. Returns the browser at the address that it gets, and at the one that its service moves it to.
 */
export async function givePush(page: Page): Promise<[PushBrowser, PushBrowser]> {
  const address = () => new PushBrowser(`https://updates.push.services.mozilla.com/wpush/v2/${crypto.randomUUID()}`)
  const [first, second] = [address(), address()]
  await allowNotifications(page)
  await page.addInitScript(
    ({ name, subscriptions }) => {
      const own = () => {
        const subscription = subscriptions[Number(localStorage.getItem(name) ?? -1)]
        if (subscription === undefined) return null
        const unsubscribe = async () => localStorage.removeItem(name)
        return { endpoint: subscription.endpoint, toJSON: () => subscription, unsubscribe }
      }
      Object.assign(PushManager.prototype, {
        getSubscription: async () => own(),
        subscribe: async () => {
          if (own() === null) localStorage.setItem(name, '0')
          return own()
        },
      })
    },
    { name: SUBSCRIBED, subscriptions: [first.subscription, second.subscription] },
  )
  return [first, second]
}

/** Lets the fan allow notifications when they are asked. A browser without windows, as in tests, reports `denied` even after a grant. */
async function allowNotifications(page: Page): Promise<void> {
  await page.context().grantPermissions(['notifications'])
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'granted' }))
}

/** Takes the actions of notifications away from the page's next pages, and from its worker if it has one: Firefox and Safari show none. */
export async function hideActions(page: Page): Promise<void> {
  const hide = () => void Object.defineProperty(Notification, 'maxActions', { value: undefined })
  await page.addInitScript(hide)
  await Promise.all(
    page
      .context()
      .serviceWorkers()
      .map((worker) => worker.evaluate(hide)),
  )
}

/** Moves the page's browser to its second address, or to its first one, as its push service does. */
export async function moveBrowser(page: Page, to: 0 | 1 = 1): Promise<void> {
  await page.evaluate(([name, address]) => localStorage.setItem(name, address), [SUBSCRIBED, String(to)] as const)
}

/** Tells the service worker that its browser's address has changed, as the browser does. */
export async function tellWorkerOfMove(page: Page, to: PushBrowser): Promise<void> {
  await workerOf(page).evaluate((subscription) => {
    const moved = { endpoint: subscription.endpoint, toJSON: () => subscription }
    const scope = globalThis as unknown as WorkerScope
    Object.assign(scope.PushManager.prototype, { getSubscription: async () => moved })
    Object.defineProperty(scope.Notification, 'permission', { get: () => 'granted' })
    scope.dispatchEvent(new scope.ExtendableEvent('pushsubscriptionchange'))
  }, to.subscription)
}

function workerOf(page: Page): Worker {
  const [worker] = page.context().serviceWorkers()
  if (worker === undefined) throw new Error('No service worker')
  return worker
}

/** Waits for the newest message to an address, and returns its body. */
export async function messageTo(world: World, endpoint: string): Promise<Buffer> {
  let body: string | undefined
  const arrived = async () => {
    const { items } = (await (await fetch(`${world.url}/dev/push.json`)).json()) as { items: StoredPush[] }
    body = items.find((push) => push.endpoint === endpoint)?.body
    return body !== undefined
  }
  await expect.poll(arrived, { message: 'a push message', timeout: 20_000 }).toBe(true)
  return Buffer.from(body ?? '', 'base64url')
}

/** A page's service worker, at the browser's end of a push service. */
interface Receiver {
  /** Hands a decrypted message to the worker, as the browser does. */
  deliver(notification: object): Promise<void>
  /** Titles and texts of the shown notifications. */
  shown(): Promise<string[]>
  /** All notifications shown since the worker started, including closed ones: « aloud » or « silent », and the title. */
  showings(): Promise<string[]>
  /** Number of actions that the shown notifications offer. */
  actions(): Promise<number>
  /** Puts away all that is shown, as a fan does by a swipe: no worker hears of it. */
  dismiss(): Promise<void>
  /** Removes the worker, and has the page install another, which knows only stored data. Returns its receiver, where nothing is shown. */
  replaceWorker(): Promise<Receiver>
  /** Makes the browser refuse the worker access to its caches. */
  refuseCaches(): Promise<void>
  /** Taps the first notification that is shown, or one of its actions. */
  tap(action?: string): Promise<void>
}

export async function receiverOf(page: Page, world: World, worker = workerOf(page)): Promise<Receiver> {
  const devtools = await page.context().newCDPSession(page)
  const registrationId = await registrationOf(devtools)
  await worker.evaluate(provideNotifications)
  return {
    async deliver(notification) {
      const data = JSON.stringify({ web_push: 8030, notification })
      await devtools.send('ServiceWorker.deliverPushMessage', { origin: world.url, registrationId, data })
    },
    shown: () =>
      worker.evaluate(async () => {
        const { registration } = globalThis as unknown as WorkerScope
        return (await registration.getNotifications()).map(({ title, body }) => `${title}: ${body}`)
      }),
    actions: () =>
      worker.evaluate(async () => {
        const { registration } = globalThis as unknown as WorkerScope
        return (await registration.getNotifications()).flatMap(({ actions = [] }) => actions).length
      }),
    showings: () => worker.evaluate(() => (globalThis as unknown as WorkerScope).showings),
    dismiss: () =>
      worker.evaluate(async () => {
        const { registration } = globalThis as unknown as WorkerScope
        for (const one of await registration.getNotifications()) one.close()
      }),
    async replaceWorker() {
      const started = page.context().waitForEvent('serviceworker')
      await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.unregister())
      await page.goto('about:blank')
      await page.goto('/points')
      await workerInControl(page)
      return receiverOf(page, world, await started)
    },
    refuseCaches: () =>
      worker.evaluate(() => {
        const refuse = () => Promise.reject(new DOMException('', 'UnknownError'))
        Object.assign(CacheStorage.prototype, { match: refuse, open: refuse })
      }),
    tap: (action = '') =>
      worker.evaluate(async (chosen) => {
        const scope = globalThis as unknown as WorkerScope
        const [notification] = await scope.registration.getNotifications()
        if (notification === undefined) throw new Error('No notification is shown')
        const event = new scope.ExtendableEvent('notificationclick')
        // The browser alone may make one that lives longer than its dispatch.
        Object.assign(event, { notification, action: chosen, waitUntil: () => {} })
        scope.dispatchEvent(event)
      }, action),
  }
}

/** Gives a browser without windows a place for notifications, which it refuses: a later one takes the place of one with its tag. Runs in the worker. */
function provideNotifications(): void {
  const { Notification, registration } = globalThis as unknown as WorkerScope
  if (Notification.permission === 'granted') return
  const showings: string[] = []
  Object.assign(globalThis, { showings })
  let shown: ShownNotification[] = []
  const without = (gone: (one: ShownNotification) => boolean) => {
    shown = shown.filter((one) => !gone(one))
  }
  Object.assign(Object.getPrototypeOf(registration), {
    getNotifications: async (filter: { tag?: string } = {}) =>
      shown.filter(({ tag }) => filter.tag === undefined || filter.tag === tag),
    showNotification: async (title: string, options: { body: string; tag?: string; silent?: boolean }) => {
      showings.push(`${options.silent === true ? 'silent' : 'aloud'} ${title}`)
      if (options.tag !== undefined) without(({ tag }) => tag === options.tag)
      const notification: ShownNotification = { title, ...options, close: () => without((one) => one === notification) }
      shown.push(notification)
    },
  })
}

async function registrationOf(devtools: CDPSession): Promise<string> {
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const current = registrations.find(({ isDeleted }) => !isDeleted)
      if (current !== undefined) resolve(current.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  return registered
}
