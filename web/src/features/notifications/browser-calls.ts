import type { QueryClient } from '@tanstack/react-query'
import { meQuery } from '../../data/session.ts'
import { dropOwn, partsOf, readOwn, renewOwn, storeOwn } from '../../worker/own-subscription.ts'
import type { PushDevice } from './push-calls.ts'
import { addSubscription, removeSubscription } from './subscription-calls.ts'

/** A browser with its service worker. On an iPhone only a web app on the home screen can receive messages. */
export const browser: PushDevice = {
  async state(fanId, { public_key, items }) {
    if (public_key === null || !takesPush()) return 'unsupported'
    if (Notification.permission === 'denied') return 'blocked'
    const [own, current] = await Promise.all([readOwn(), currentSubscription()])
    const isOn = own?.fanId === fanId && own.endpoint === current?.endpoint && items.some(({ id }) => id === own.id)
    return isOn ? 'on' : 'off'
  },
  async subscribe(fanId, { public_key: publicKey }) {
    if (publicKey === null) throw new Error('Browsers cannot subscribe')
    if ((await Notification.requestPermission()) !== 'granted') return 'blocked'
    const { pushManager } = await navigator.serviceWorker.ready
    const own = await readOwn()
    // One for another fan or key ends: browsers refuse a second one, and messages to its fan must not arrive here.
    if (own?.fanId !== fanId || own.publicKey !== publicKey) await (await pushManager.getSubscription())?.unsubscribe()
    await add(fanId, publicKey, await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }))
    return 'on'
  },
  async unsubscribe() {
    const own = await readOwn()
    await end()
    if (own !== null) await removeSubscription(own.id)
  },
  async leave() {
    const own = await readOwn()
    if (own !== null) await removeSubscription(own.id).catch(() => undefined)
  },
  async forget() {
    await end().catch(() => undefined)
  },
}

/**
 * Makes up for a subscription that its push service has ended or moved while no worker could report it: by its old secret, or, if the server
 * has given it up, by the session of the fan who had subscribed.
 */
export async function keepSubscribed(client: QueryClient): Promise<void> {
  const worker = takesPush() ? await navigator.serviceWorker.getRegistration() : undefined
  if (worker === undefined || (await renewOwn(worker)) !== 'unknown') return
  const [own, current, { fan }] = await Promise.all([readOwn(), currentSubscription(), client.fetchQuery(meQuery)])
  if (own !== null && current !== null && own.fanId === fan?.id) await add(fan.id, own.publicKey, current)
  else if (fan !== null) await dropOwn()
}

function takesPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

/** Returns this browser's subscription, or null. Not `ready`, which waits for ever where no worker is installed. */
async function currentSubscription(): Promise<PushSubscription | null> {
  const worker = takesPush() ? await navigator.serviceWorker.getRegistration() : undefined
  return (await worker?.pushManager.getSubscription()) ?? null
}

async function add(fanId: string, publicKey: string, subscription: PushSubscription): Promise<void> {
  const parts = partsOf(subscription)
  const id = await addSubscription({ kind: 'web', ...parts })
  await storeOwn({ fanId, id, endpoint: parts.endpoint, auth: parts.keys.auth, publicKey })
}

async function end(): Promise<void> {
  await dropOwn()
  await (await currentSubscription())?.unsubscribe()
}
