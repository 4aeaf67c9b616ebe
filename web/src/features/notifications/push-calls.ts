import type { Output } from '@tribune/contract/endpoint.ts'
import type { getPush, putPushSettings } from '@tribune/contract/own/push.ts'
import type { NotificationSettings } from '@tribune/domain/notification.ts'
import { call } from '../../lib/http/api.ts'
import { browser } from './browser-calls.ts'
import { phone } from './phone-calls.ts'

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

export const device: PushDevice = import.meta.env.VITE_NATIVE ? phone : browser

/** Changes some of the fan's settings, and returns all of them. */
export function saveSettings(change: Partial<NotificationSettings>) {
  return call<typeof putPushSettings>('PUT', '/api/me/push/settings', { body: change })
}
