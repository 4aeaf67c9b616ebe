import { Capacitor } from '@capacitor/core'
import { APP_CALLBACK } from '@tribune/contract/account-constants.ts'
import { accountMessages } from '@tribune/french/sentences/account.ts'
import { notifications } from '@tribune/french/sentences/messages/push.ts'
import { APP_CALLBACK_PATH, APP_LINK_PATHS } from '@tribune/protocol/addresses.ts'
import { ALERT_PATH, PUSH_OFF } from '@tribune/protocol/push.ts'
import { pushQuery } from './data/push.ts'
import { meQuery } from './data/session.ts'
import { returnFrom } from './features/account/sign-in-return/app-return-calls.ts'
import { refreshToken } from './features/notifications/phone-calls.ts'
import { turnOff } from './features/notifications/subscription-calls.ts'
import { whenSettled } from './lib/device/platform.ts'
import { queryClient, reread } from './lib/http/query-client.ts'
import { closeOutside, openLinksOutside } from './lib/native/outside.ts'
import { followBack, followTheme, makeRoomForKeyboard, onOpened, onResume } from './lib/native/phone.ts'
import { onNotificationTapped, type TappedNotification } from './lib/native/push.ts'
import { bearerHeaders, holdSession, loadSession } from './lib/native/session.ts'
import { removeSharedFiles } from './lib/native/sheet.ts'
import { toast } from './lib/state/toast.ts'
import type { AppRouter } from './router.ts'

const HOME = import.meta.env.VITE_SERVER

/** Connects the app to its phone: session, links, notifications, back, resume, bars, keyboard. Resolves once calls can be signed. */
export async function startNative(router: AppRouter): Promise<void> {
  if (!Capacitor.isNativePlatform()) return
  openLinksOutside()
  followTheme()
  // The link or notification that started the app arrives as soon as its listener is added, and waits for the fan's session.
  const loaded = loadSession()
  const connections = [
    followBack(() => router.history.back()),
    onResume(refresh),
    onOpened((url) => void loaded.then(() => open(url, router))),
    onNotificationTapped((tapped) => loaded.then(() => answer(tapped, router))),
  ]
  if (Capacitor.getPlatform() === 'ios') connections.push(makeRoomForKeyboard())
  whenSettled(() => void removeSharedFiles())
  for (const connection of connections) connection.catch((error) => console.error('phone', error))
  await loaded
  whenSettled(sendToken)
}

/** Sends the phone's push token again if the server no longer has it, in the background. */
function sendToken(): void {
  refreshToken(queryClient).catch((error) => console.error('push token', error))
}

/** Reads what the screen shows again, and reconnects the live stream: web views do not always notice that their app was away. */
function refresh(): void {
  document.dispatchEvent(new Event('visibilitychange'))
  void queryClient.refetchQueries({ type: 'active', stale: true })
}

/** Follows an address that opened the app: the end of a sign-in, or a link to one of the product's pages. Anything else changes nothing. */
async function open(address: string, router: AppRouter): Promise<void> {
  const callback = callbackOf(address)
  if (callback === null) {
    const path = pageOf(address)
    if (path !== null) await router.navigate({ href: path })
    return
  }
  await closeOutside()
  const outcome = await returnFrom(callback, { home: HOME, sign: bearerHeaders, hold: holdSession })
  if (outcome.kind === 'refused') return toast(outcome.message, 'error')
  // At a cold start, the first read of who it is may be on its way, signed by the former fan: it would count as fresh.
  await queryClient
    .getQueryCache()
    .find(meQuery)
    ?.promise?.catch(() => undefined)
  // First who it is: what the former fan has read goes with them.
  await queryClient.invalidateQueries(meQuery)
  await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== meQuery.queryKey[0] })
  toast(accountMessages.linkOpened)
  // A session that was ended elsewhere has taken this phone's subscription along.
  sendToken()
}

/**
 * Opens the screen of a notification that was tapped, or turns its kind off. Returns false if that failed. Messages that arrive in front of the fan are
 * shown by the phone.
 */
async function answer({ action, path, off }: TappedNotification, router: AppRouter): Promise<boolean> {
  if (action !== PUSH_OFF) {
    const page = path === ALERT_PATH ? path : pageOf(HOME + (path ?? ''))
    if (page !== null) await router.navigate({ href: page })
    return true
  }
  try {
    await turnOff(off ?? '')
  } catch {
    toast(notifications.unsaved, 'error')
    return false
  }
  toast(notifications.turnedOff)
  void reread(queryClient, pushQuery.queryKey)
  return true
}

/** Returns a sign-in's callback in the form of the scheme, whichever of its two forms the address has; null for another address. */
function callbackOf(address: string): string | null {
  if (address.startsWith(`${APP_CALLBACK}?`)) return address
  const link = ownLink(address)
  return link?.pathname === APP_CALLBACK_PATH && link.search !== '' ? APP_CALLBACK + link.search : null
}

/** Returns the path of a verified link to a page, or null. */
function pageOf(address: string): string | null {
  const link = ownLink(address)
  if (link === null) return null
  const isPage = APP_LINK_PATHS.some((path) => path.endsWith('*') && link.pathname.startsWith(path.slice(0, -1)))
  return isPage ? link.pathname + link.search : null
}

/** Returns an address of the product's own host; null for any other, and for invalid addresses. */
function ownLink(address: string): URL | null {
  try {
    const link = new URL(address)
    return link.origin === HOME ? link : null
  } catch {
    return null
  }
}
