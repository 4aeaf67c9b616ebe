import { phoneStorage } from '../../lib/device/storage.ts'

const KEY = 'tribune-audit-seen'

/** Returns the signed checkpoints that this browser has seen last, by origin. */
export function seenCheckpoints(): Readonly<Record<string, string>> {
  const stored = phoneStorage.readJson(KEY)
  if (typeof stored !== 'object' || stored === null) return {}
  return Object.fromEntries(Object.entries(stored).filter(([, note]) => typeof note === 'string'))
}

/** Stores checkpoints that continue the earlier ones. */
export function storeCheckpoints(checkpoints: Readonly<Record<string, string>>): void {
  if (Object.keys(checkpoints).length > 0)
    phoneStorage.write(KEY, JSON.stringify({ ...seenCheckpoints(), ...checkpoints }))
}
