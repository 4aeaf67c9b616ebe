import { Capacitor, type PluginListenerHandle } from '@capacitor/core'
import { PushNotifications } from '@capacitor/push-notifications'
import { brand } from '@tribune/french/sentences/app.ts'
import { MESSAGE_ACTION, PUSH_CHANNEL, PUSH_OFF } from '@tribune/protocol/push.ts'

/** Time within which a phone gives its token, in milliseconds. */
const TOKEN_LIMIT_MS = 20_000
/** Shown on the locked screen and with a sound, as Android has it. */
const HIGH_IMPORTANCE = 4
/** All notifications have this number on Android; their tags differ. */
const NOTIFICATION_ID = '0'

/** Returns the kind of subscription that this phone has, or null if this build has none: Android's needs Firebase's file. */
export function subscriptionKind(): 'fcm' | 'apns' | null {
  if (Capacitor.getPlatform() === 'ios') return 'apns'
  return import.meta.env.VITE_FIREBASE ? 'fcm' : null
}

/** Returns whether the fan allows notifications, or has not been asked yet. */
export async function readPermission(): Promise<'granted' | 'denied' | 'unasked'> {
  const { receive } = await PushNotifications.checkPermissions()
  return receive === 'granted' || receive === 'denied' ? receive : 'unasked'
}

/** Asks the fan for permission; phones that have asked before answer by themselves. */
export async function askPermission(): Promise<boolean> {
  return (await PushNotifications.requestPermissions()).receive === 'granted'
}

/** Returns the token to which messages for this phone go. Rejects if the phone gives none. */
export async function readToken(): Promise<string> {
  await createChannel()
  const listeners: PluginListenerHandle[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const token = new Promise<string>((resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The phone gave no push token')), TOKEN_LIMIT_MS)
    const ask = async () => {
      listeners.push(await PushNotifications.addListener('registration', ({ value }) => resolve(value)))
      listeners.push(await PushNotifications.addListener('registrationError', ({ error }) => reject(new Error(error))))
      await PushNotifications.register()
    }
    ask().catch(reject)
  })
  return token.finally(() => {
    clearTimeout(timer)
    for (const listener of listeners) void listener.remove()
  })
}

/** Ends the phone's token: nothing more arrives here. */
export function endToken(): Promise<void> {
  return PushNotifications.unregister()
}

/** A notification that was tapped, or one of its actions: what the server had sent along. */
export interface TappedNotification {
  readonly action: string
  readonly path: string | null
  readonly off: string | null
}

/**
 * Calls back for a tap on a notification, also the one that started the app.
 * @param listener Returns whether it did what the tap asks for: a notification whose action failed stays for another tap.
 */
export function onNotificationTapped(listener: (tapped: TappedNotification) => Promise<boolean>): Promise<unknown> {
  return PushNotifications.addListener('pushNotificationActionPerformed', ({ actionId, notification }) => {
    const { [MESSAGE_ACTION]: chosen, tag, path, off } = (notification.data ?? {}) as Readonly<Record<string, unknown>>
    const textOf = (value: unknown) => (typeof value === 'string' ? value : null)
    // The plugin says « tap » for every start on Android; the service that showed the notification says which.
    const action = textOf(chosen) ?? actionId
    const done = listener({ action, path: textOf(path), off: textOf(off) })
    if (typeof tag === 'string' && action === PUSH_OFF) void removeOnce(done, tag)
  })
}

/** Removes a notification whose action was tapped, which Android leaves on the screen, once the action is done. */
async function removeOnce(done: Promise<boolean>, tag: string): Promise<void> {
  if (!(await done)) return
  const notifications = [{ id: NOTIFICATION_ID, tag, data: {} }]
  await PushNotifications.removeDeliveredNotifications({ notifications }).catch(() => undefined)
}

/** Creates Android's channel, under which the fan finds our notifications in the phone's settings. iOS has none. */
async function createChannel(): Promise<void> {
  if (Capacitor.getPlatform() !== 'android') return
  await PushNotifications.createChannel({ id: PUSH_CHANNEL, name: brand.name, importance: HIGH_IMPORTANCE })
}
