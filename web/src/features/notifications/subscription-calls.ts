import type { Output } from '@tribune/contract/endpoint.ts'
import type {
  addPushSubscription,
  getPush,
  removePushSubscription,
  turnPushOff,
} from '@tribune/contract/own/messages.ts'
import { call } from '../../lib/http/api.ts'
import { ApiError } from '../../lib/http/api-error.ts'

export type Push = Output<typeof getPush>

/** Whether a device receives a fan's push messages; `blocked` by the fan or by itself, `unsupported` if it cannot. */
type DeviceState = 'on' | 'off' | 'blocked' | 'unsupported'

/** A device that push messages may be sent to. */
export interface PushDevice {
  state(fanId: string, push: Push): Promise<DeviceState>
  /** Asks the fan for permission and subscribes. Rejects if that fails for another reason than theirs. */
  subscribe(fanId: string, push: Push): Promise<'on' | 'blocked'>
  /** Ends the subscription here and on the server. */
  unsubscribe(): Promise<void>
  /** Ends the subscription here, after the session that it ends with on the server. Never rejects. */
  forget(): Promise<void>
}

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
