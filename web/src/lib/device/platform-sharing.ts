/** The calls of platform.ts that only windows make: kept apart, so that the first load does not bring them. */

/** How long a saved file's address stays good, in milliseconds. */
const SAVING_MS = 2_000

/** What became of a wish to share: `unavailable` where this device cannot, or refuses now. */
export type Shared = 'shared' | 'cancelled' | 'unavailable'

/** Opens the device's own sheet for sharing; right after a touch, or browsers refuse. */
export async function share(data: ShareData): Promise<Shared> {
  if (!canShare(data)) return 'unavailable'
  try {
    await navigator.share(data)
    return 'shared'
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError' ? 'cancelled' : 'unavailable'
  }
}

/** Whether the device has a sheet that takes this. */
export function canShare(data: ShareData): boolean {
  if (!('share' in navigator)) return false
  return data.files === undefined || ('canShare' in navigator && navigator.canShare(data))
}

/** False where the browser does not let us. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** Keeps a file on the device, where downloads go. */
export function saveFile(file: File): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  Object.assign(link, { href: address, download: file.name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), SAVING_MS)
}
