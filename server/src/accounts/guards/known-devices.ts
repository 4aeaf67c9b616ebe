import { DAY_MS } from '@tribune/domain/common/instant.ts'
import type { App } from '../../context.ts'
import { DEVICE_LIFE_DAYS } from '../../http/device.ts'
import { hmacOf, keysFor } from '../../kernel/keys.ts'
import { type AccountName, isKnownDevice, keepKnownDevice } from './queries.ts'

/** Devices remembered for one fan, the latest. */
const MAX_DEVICES = 20

/** Knows which devices have signed in to an account. Stores keyed hashes of their identifiers, for as long as a device keeps its own. */
export interface KnownDevices {
  /** Remembers that a fan has signed in on a device; `null` for a device without an identifier. */
  remember(fanId: string, deviceId: string | null): Promise<void>
  /** Whether a device has signed in to an account before. */
  isKnown(deviceId: string, account: AccountName): Promise<boolean>
}

export function createKnownDevices({ clock, config, db }: Pick<App, 'clock' | 'config' | 'db'>): KnownDevices {
  const keys = keysFor(config.secrets, 'known devices')
  return {
    async remember(fanId, deviceId) {
      if (deviceId === null) return
      const since = new Date(clock.now().getTime() - DEVICE_LIFE_DAYS * DAY_MS)
      await keepKnownDevice(db, fanId, hmacOf(keys[0], deviceId), { at: clock.now(), since, max: MAX_DEVICES })
    },
    isKnown: (deviceId, account) =>
      isKnownDevice(
        db,
        keys.map((key) => hmacOf(key, deviceId)),
        account,
      ),
  }
}
