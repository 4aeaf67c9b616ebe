import { phoneStorage } from '../../../lib/device/storage.ts'

/** Storage key of the flag that a fan is choosing a new password (spec section 4). The right to do so is in an HTTP-only cookie. */
const KEY = 'tribune-recovery'

/** A new password to choose after a mail's link, and the path to continue to, or null. */
export interface Recovery {
  readonly confirmed: string | null
}

/** Stores the flag, which survives a reload until the password is chosen or the fan cancels. */
export function enterRecovery(recovery: Recovery): void {
  phoneStorage.write(KEY, JSON.stringify(recovery))
}

export function leaveRecovery(): void {
  phoneStorage.remove(KEY)
}

export function storedRecovery(): Recovery | null {
  const stored = phoneStorage.readJson(KEY)
  if (typeof stored !== 'object' || stored === null) return null
  return { confirmed: 'confirmed' in stored ? ownPath(stored.confirmed) : null }
}

/**
 * Returns a path of our own site, or `null` for anything else, because anybody can make a link. Browsers read over tabs and line breaks, so that a tab
 * between two slashes leads to another site.
 */
export function ownPath(path: unknown): string | null {
  return typeof path === 'string' && /^\/(?![/\\])[^\t\r\n]*$/.test(path) ? path : null
}
