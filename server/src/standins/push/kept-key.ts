import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeVapidKey } from '../../infra/push/signing.ts'

/** Returns a VAPID key that is generated at the first start and stored next to the stand-ins' data, so that browsers stay subscribed across restarts. */
export function keptVapidKey(dataDir: string): string {
  const file = join(dataDir, 'vapid-key')
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(file, makeVapidKey(), { mode: 0o600 })
  }
  return readFileSync(file, 'utf8').trim()
}
