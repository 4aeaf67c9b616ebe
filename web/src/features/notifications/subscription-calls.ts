import type { addPushSubscription, removePushSubscription, turnPushOff } from '@tribune/contract/own/push.ts'
import { call } from '../../lib/http/api.ts'
import { ApiError } from '../../lib/http/api-error.ts'

type Address = NonNullable<Parameters<typeof call<typeof addPushSubscription>>[2]>['body']

/** Adds a device of the signed-in fan, or renews it. Returns the id of its subscription. */
export async function addSubscription(body: Address): Promise<string> {
  const { id } = await call<typeof addPushSubscription>('POST', '/api/me/push/subscriptions', { body })
  return id
}

/** Removes a device of the signed-in fan, also one that the server no longer has. */
export async function removeSubscription(id: string): Promise<void> {
  try {
    await call<typeof removePushSubscription>('POST', '/api/me/push/subscriptions/remove', { body: { id } })
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'not_found')) throw error
  }
}

/** Turns the kind of a message off, by the proof that it carries. */
export async function turnOff(proof: string): Promise<void> {
  await call<typeof turnPushOff>('POST', '/api/push/off', { body: { proof } })
}
