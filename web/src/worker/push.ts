import type { turnPushOff } from '@tribune/contract/own/messages.ts'
import { unsubscribeAction, unsubscribeFailed } from '@tribune/french/sentences/messages/push.ts'
import { messagePath, PUSH_OFF } from '@tribune/protocol/push.ts'
import { notifyTabs } from '../lib/device/tabs.ts'
import { showsActions } from '../lib/push/actions.ts'
import { OWN_CACHE, post, readOwn, renewOwn } from '../lib/push/own-subscription.ts'

declare const self: ServiceWorkerGlobalScope

/** A declarative message, as our server sends it. Every field may be missing: a worker that is months old meets newer servers. */
interface Declared {
  readonly title?: string
  readonly body?: string
  readonly tag?: string
  readonly data?: { readonly path?: string; readonly kind?: string; readonly off?: string }
}

/** Actions are in no type of the DOM yet. */
type Shown = NotificationOptions & { readonly actions?: readonly { readonly action: string; readonly title: string }[] }

const ICON = '/icon-192.png'

/** Shows push messages, each occasion once, opens their match on a tap, turns their kind off by their own action, and reports a new address of this browser. */
export function registerPush(): void {
  self.addEventListener('push', (event) => event.waitUntil(announce(declaredIn(event.data))))
  // Without a network the page reports it, at its next opening.
  self.addEventListener('pushsubscriptionchange', (event) => {
    ;(event as ExtendableEvent).waitUntil(renewOwn(self.registration).catch(() => undefined))
  })
  self.addEventListener('notificationclick', (event) => {
    event.notification.close()
    const data = event.notification.data as Declared['data']
    event.waitUntil(event.action === PUSH_OFF ? turnOff(event.notification) : open(addressOf(data)))
  })
}

function declaredIn(data: PushMessageData | null): Declared {
  try {
    const { notification } = (data?.json() ?? {}) as { notification?: Declared }
    return notification ?? {}
  } catch {
    return {}
  }
}

/**
 * Shows each occasion once: a server that was killed sends some of its messages again (docs/decisions/063). On the screen the repeat replaces the first.
 * Once the fan has tapped or dismissed that, the repeat comes without a sound and is closed at once, because browsers want every message shown.
 */
async function announce(declared: Declared): Promise<void> {
  const { tag } = declared
  if (tag === undefined || !(await wasShown(tag))) {
    await show(declared)
    // Only now: a worker that is ended in between shows it twice rather than never.
    if (tag !== undefined) await rememberShown(tag).catch(() => undefined)
    return
  }
  const shown = await self.registration.getNotifications({ tag })
  if (shown.length > 0) return show(declared)
  await show(declared, { silent: true })
  for (const repeat of await self.registration.getNotifications({ tag })) repeat.close()
}

/** Always shows something: browsers end subscriptions whose messages show nothing. */
function show({ title = 'Tribune', body = '', tag, data }: Declared, how: { silent?: true } = {}): Promise<void> {
  const off = data?.off === undefined ? {} : { actions: [{ action: PUSH_OFF, title: unsubscribeAction }] }
  const shown: Shown = { body, lang: 'fr', icon: ICON, data, ...off, ...how, ...(tag === undefined ? {} : { tag }) }
  return self.registration.showNotification(title, shown)
}

/** Returns the address of a message's screen. Where notifications show no action, it carries what turns the message's kind off, for the screen to offer it. */
function addressOf({ path = '/', kind = '', off }: NonNullable<Declared['data']> = {}): string {
  return showsActions() ? path : messagePath({ path, kind, off })
}

/** Opens one of our screens: in a window that shows it already, else in the last used window, else in a new one. */
async function open(path: string): Promise<void> {
  const { href, origin, pathname } = new URL(path, self.location.origin)
  if (origin !== self.location.origin) return
  const windows = await self.clients.matchAll({ type: 'window' })
  const there = windows.find(({ url }) => new URL(url).pathname === pathname)
  if (there?.url === href) {
    await there.focus()
    return
  }
  const moved = await (there ?? windows[0])?.navigate(href).catch(() => null)
  if (moved) await moved.focus()
  else await self.clients.openWindow(href)
}

/** Turns the kind of a message off, and notifies open pages, which show the settings. If that fails, shows the message again, with the failure and another try. */
async function turnOff({ title, tag, data }: Notification): Promise<void> {
  const proof = (data as Declared['data'])?.off ?? ''
  const answer = await post<typeof turnPushOff>('/api/push/off', { body: { proof } }).catch(() => null)
  if (answer?.ok === true) notifyTabs({ kind: 'push-settings' })
  else await show({ title, tag, data, body: unsubscribeFailed })
}

/** Maximum number of remembered occasions: about a week of them. A repeated message arrives within hours. */
const MAX_REMEMBERED = 50
/** Maximum wait for the cache, in milliseconds: a message must be shown even if the cache does not answer. */
const PATIENCE_MS = 1_000
/** Must not be renamed: browsers have entries that earlier workers stored under this path. */
const FOLDER = '/told/'

/** Returns whether this browser has shown an occasion to its fan. False if the cache fails or does not answer in time. */
async function wasShown(tag: string): Promise<boolean> {
  const tooLong = new Promise<false>((resolve) => setTimeout(() => resolve(false), PATIENCE_MS))
  return await Promise.race([isStored(tag), tooLong]).catch(() => false)
}

/**
 * Stores that an occasion was shown to this browser's fan, and deletes the oldest entries. The entries are in the cache of the subscription and deleted with
 * it, so that the browser's next fan is notified of the same match. Each occasion has its own entry, so that two simultaneous messages do not overwrite each
 * other's.
 */
async function rememberShown(tag: string): Promise<void> {
  const name = await nameOf(tag)
  if (name === null) return
  const cache = await caches.open(OWN_CACHE)
  await cache.put(name, new Response())
  const shown = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith(FOLDER))
  await Promise.all(shown.slice(0, -MAX_REMEMBERED).map((oldest) => cache.delete(oldest)))
}

async function isStored(tag: string): Promise<boolean> {
  const name = await nameOf(tag)
  return name !== null && (await caches.match(name, { cacheName: OWN_CACHE })) !== undefined
}

/** Returns the name under which an occasion is stored, or null without a subscription. */
async function nameOf(tag: string): Promise<string | null> {
  const own = await readOwn()
  return own === null ? null : `${FOLDER}${own.id}/${encodeURIComponent(tag)}`
}
