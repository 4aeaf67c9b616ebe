import type { Arguments, Endpoint } from '@tribune/contract/endpoint.ts'
import type { renewPushSubscription } from '@tribune/contract/own/messages.ts'

/** Longest wait for an answer, as in lib/limits.ts, which would be one more file for a page that fetches this after its first screen. */
const ANSWER_LIMIT_MS = 10_000

/**
 * This browser's subscription, as it was added for a fan. It is in a cache, because a worker has no other storage that is as simple; its page may
 * read the address and the secret from the browser at any time, so that nothing is given away.
 */
interface OwnSubscription {
  /** The fan who subscribed. */
  readonly fanId: string
  /** Id that the server gave it. */
  readonly id: string
  readonly endpoint: string
  /** Secret of the subscription, in base64url, by which the server knows that a new address is this browser's. */
  readonly auth: string
  /** VAPID key with which this browser subscribed. */
  readonly publicKey: string
}

/** Name of the cache, which also has what the worker remembers of messages (worker/shown-occasions.ts): both end together. */
export const OWN_CACHE = 'tribune-push'
const NAME = '/own-subscription'

/** Returns this browser's subscription, or null if no fan has subscribed it. */
export async function readOwn(): Promise<OwnSubscription | null> {
  try {
    // Not `open`, which would make a deleted cache again.
    const stored = await caches.match(NAME, { cacheName: OWN_CACHE })
    return stored === undefined ? null : ((await stored.json()) as OwnSubscription)
  } catch {
    return null
  }
}

export async function storeOwn(own: OwnSubscription): Promise<void> {
  await (await caches.open(OWN_CACHE)).put(NAME, new Response(JSON.stringify(own)))
}

export async function dropOwn(): Promise<void> {
  await caches.delete(OWN_CACHE)
}

/** Returns address and keys of a subscription, as the server takes them. */
export function partsOf(subscription: PushSubscription) {
  const { endpoint, keys } = subscription.toJSON()
  const { p256dh, auth } = keys ?? {}
  if (!endpoint || !p256dh || !auth) throw new Error('A subscription without keys')
  return { endpoint, keys: { p256dh, auth } }
}

/**
 * Subscribes this browser again if its push service has ended the subscription, and reports a new address to the server. The report needs no session. It
 * applies to the fan who had subscribed, even if another fan is signed in by now. Returns `unknown` if the server no longer has the old subscription, and
 * `unchanged` if there is nothing to do. Rejects without an answer.
 */
export async function renewOwn({
  pushManager,
}: ServiceWorkerRegistration): Promise<'unchanged' | 'renewed' | 'unknown'> {
  const own = await readOwn()
  if (own === null || Notification.permission !== 'granted') return 'unchanged'
  const options = { userVisibleOnly: true, applicationServerKey: own.publicKey }
  const { endpoint, keys } = partsOf((await pushManager.getSubscription()) ?? (await pushManager.subscribe(options)))
  if (endpoint === own.endpoint) return 'unchanged'
  const old = { endpoint: own.endpoint, auth: own.auth }
  const answer = await post<typeof renewPushSubscription>('/api/push/renew', { body: { old, endpoint, keys } })
  if (answer.status === 404) return 'unknown'
  if (!answer.ok) throw new Error(`A renewed subscription was answered ${answer.status}`)
  await storeOwn({ ...own, endpoint, auth: keys.auth })
  return 'renewed'
}

/**
 * Posts to an endpoint of the contract that needs no session: `post<typeof turnPushOff>('/api/push/off', { body })`. For the service worker, and for what
 * it shares with pages; all else goes through the app's client (lib/http/api.ts). Rejects without an answer in time.
 */
export function post<E extends Endpoint & { readonly method: 'POST' }>(
  path: E['path'],
  ...[options]: Arguments<E, Record<never, never>>
): Promise<Response> {
  return fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(options?.body),
    signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
  })
}
