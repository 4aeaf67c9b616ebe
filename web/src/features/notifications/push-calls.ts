import type { putPushSettings } from '@tribune/contract/own/messages.ts'
import type { NotificationSettings } from '@tribune/domain/messages/notification.ts'
import { call } from '../../lib/http/api.ts'
import { browser } from './browser-calls.ts'
import { phone } from './phone-calls.ts'
import type { PushDevice } from './subscription-calls.ts'

export const device: PushDevice = import.meta.env.VITE_NATIVE ? phone : browser

/** Changes some of the fan's settings, and returns all of them. */
export function saveSettings(change: Partial<NotificationSettings>) {
  return call<typeof putPushSettings>('PUT', '/api/me/push/settings', { body: change })
}
