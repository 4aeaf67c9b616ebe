import { phoneStorage } from '../../lib/device/storage.ts'

const KEY = 'tribune-follow-asked'

/** Whether this phone has shown the prompt. True where the browser refuses storage: it would be shown again and again. */
export function wasAsked(): boolean {
  return phoneStorage.read(KEY) !== null
}

export function storeAsked(): void {
  phoneStorage.write(KEY, 'asked')
}
