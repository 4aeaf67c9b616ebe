import { MESSAGE_ACTION } from '@tribune/protocol/push.ts'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'

const PLUGIN = '@capacitor/push-notifications'
/** Callback with which the phone reports a tap. */
type Heard = (event: { actionId: string; notification: { data: Record<string, string> } }) => void
const plugin = {
  addListener: vi.fn<(event: string, heard: Heard) => Promise<void>>(async () => undefined),
  removeDeliveredNotifications: vi.fn(async () => undefined),
}
const REMOVED = [[{ notifications: [{ id: '0', tag: 'reminder-7', data: {} }] }]]

beforeEach(() => {
  vi.clearAllMocks()
  vi.resetModules()
  vi.doMock(PLUGIN, () => ({ PushNotifications: plugin }))
})
afterAll(() => {
  vi.doUnmock(PLUGIN)
  vi.resetModules()
})

/** Taps a notification of Android, whose plugin says « tap » for its actions too. Returns what ends the listener's work. */
async function tap(action: 'off' | 'tap') {
  const { onNotificationTapped } = await import('./push.ts')
  const work = Promise.withResolvers<boolean>()
  const listener = vi.fn(() => work.promise)
  await onNotificationTapped(listener)
  const data = { [MESSAGE_ACTION]: action, tag: 'reminder-7', path: '/match/7', off: 'proof' }
  plugin.addListener.mock.calls[0]?.[1]({ actionId: 'tap', notification: { data } })
  expect(listener).toHaveBeenCalledWith({ action, path: '/match/7', off: 'proof' })
  return async (isDone: boolean) => {
    work.resolve(isDone)
    await work.promise
  }
}

test('a notification whose action was tapped leaves the screen once its kind is off', async () => {
  const end = await tap('off')
  expect(plugin.removeDeliveredNotifications).not.toHaveBeenCalled()
  await end(true)
  expect(plugin.removeDeliveredNotifications.mock.calls).toEqual(REMOVED)
})

test('a notification whose action failed stays for another tap', async () => {
  const end = await tap('off')
  await end(false)
  expect(plugin.removeDeliveredNotifications).not.toHaveBeenCalled()
})

test('a notification that was tapped is left to the phone', async () => {
  const end = await tap('tap')
  await end(true)
  expect(plugin.removeDeliveredNotifications).not.toHaveBeenCalled()
})
