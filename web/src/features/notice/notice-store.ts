import { phoneStorage } from '../../lib/device/storage.ts'

/** Phone storage key of the notice that the fan closed last. */
const KEY = 'tribune-notice-closed'

export function isClosed(id: number): boolean {
  return phoneStorage.read(KEY) === String(id)
}

export function storeClosed(id: number): void {
  phoneStorage.write(KEY, String(id))
}
