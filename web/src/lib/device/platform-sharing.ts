/** Device calls that only dialogs make. Separate from platform.ts, to stay out of the first load. */

/** How long the address of a saved file stays valid, in milliseconds. */
const SAVING_MS = 2_000

/** Outcome of sharing. `unavailable`: the device cannot share this, or refuses now. */
export type Shared = 'shared' | 'cancelled' | 'unavailable'

/** Opens the device's share sheet. Call it right after a touch: browsers refuse otherwise. */
export async function share(data: ShareData): Promise<Shared> {
  if (!canShare(data)) return 'unavailable'
  try {
    if (import.meta.env.VITE_NATIVE) return await (await import('../native/sheet.ts')).openSheet(data)
    await navigator.share(data)
    return 'shared'
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError' ? 'cancelled' : 'unavailable'
  }
}

/** Returns whether the device has a share sheet that accepts this data. */
export function canShare(data: ShareData): boolean {
  if (import.meta.env.VITE_NATIVE) return true
  if (!('share' in navigator)) return false
  return data.files === undefined || ('canShare' in navigator && navigator.canShare(data))
}

/** Copies text to the clipboard. Returns `false` if the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** Returns whether the page can save files. The native app's cannot, and its share sheet offers it. */
export function canSave(): boolean {
  return !import.meta.env.VITE_NATIVE
}

/** Saves a file to the device's downloads. */
export function saveFile(file: File): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  Object.assign(link, { href: address, download: file.name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), SAVING_MS)
}
