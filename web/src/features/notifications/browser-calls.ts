import type { QueryClient } from '@tanstack/react-query'
import { PUSH } from '../../data/keys.ts'
import { pushQuery } from '../../data/push.ts'
import { meQuery } from '../../data/session.ts'
import { reread } from '../../lib/http/query-client.ts'
import { dropOwn, partsOf, readOwn, renewOwn, storeOwn } from '../../lib/push/own-subscription.ts'
import { addSubscription, type PushDevice, removeSubscription } from './subscription-calls.ts'

/** Longest wait for a service worker, in milliseconds: longer than its files take to arrive. Here, because `limits.ts` is part of the first load. */
const WORKER_WAIT_MS = 8_000

/** A browser with its service worker. On an iPhone only a web app on the home screen can receive messages. */
export const browser: PushDevice = {
  async state(fanId, { public_key, items }) {
    if (public_key === null || !takesPush()) return 'unsupported'
    if (Notification.permission === 'denied') return 'blocked'
    const [own, current] = await Promise.all([readOwn(), currentSubscription()])
    const isHere = own?.fanId === fanId && own.publicKey === public_key && own.endpoint === current?.endpoint
    return isHere && items.some(({ id }) => id === own.id) ? 'on' : 'off'
  },
  async subscribe(fanId, { public_key: publicKey }) {
    if (publicKey === null) throw new Error('Browsers cannot subscribe')
    if ((await Notification.requestPermission()) !== 'granted') return 'blocked'
    await subscribeFor(fanId, publicKey)
    return 'on'
  },
  async unsubscribe() {
    const own = await readOwn()
    await end()
    if (own !== null) await removeSubscription(own.id)
  },
  async forget() {
    await end().catch(() => undefined)
  },
}

/**
 * Makes up for a subscription that its push service has ended or moved while no worker could report it, that the server has dropped, or that was
 * made for another key: by its old secret, or by the session of the fan who had subscribed. Ends it once another fan is signed in, for whom the former
 * one's messages are not, however the session of that one ended.
 */
export async function keepSubscribed(client: QueryClient): Promise<void> {
  const worker = takesPush() ? await navigator.serviceWorker.getRegistration() : undefined
  if (worker === undefined || (await readOwn()) === null) return
  const { fan } = await client.fetchQuery(meQuery)
  if (fan !== null && fan.id !== (await readOwn())?.fanId) return end()
  await renewOwn(worker)
  const own = await readOwn()
  if (own === null || fan === null || Notification.permission !== 'granted') return
  const { public_key: publicKey, items } = await client.fetchQuery(pushQuery)
  const isKnown = own.publicKey === publicKey && items.some(({ id }) => id === own.id)
  if (isKnown || publicKey === null) return
  await subscribeFor(fan.id, publicKey)
  await reread(client, PUSH)
}

/** Subscribes this browser, or keeps its subscription, and adds it on the server. */
async function subscribeFor(fanId: string, publicKey: string): Promise<void> {
  const { pushManager } = await workerReady()
  const own = await readOwn()
  // One for another fan or key ends: browsers refuse a second one, and messages to its fan must not arrive here.
  if (own?.fanId !== fanId || own.publicKey !== publicKey) await (await pushManager.getSubscription())?.unsubscribe()
  await add(fanId, publicKey, await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }))
}

/** Returns the service worker's registration. Rejects where none is installed: `ready` alone would wait for ever. */
function workerReady(): Promise<ServiceWorkerRegistration> {
  const tooLong = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error('No service worker')), WORKER_WAIT_MS)
  })
  return Promise.race([navigator.serviceWorker.ready, tooLong])
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
