import { APIError } from 'better-auth/api'
import { type Seals, sealAgain } from '../guards/seals.ts'
import type { Hook } from '../hook.ts'
import type { Tools } from '../tools.ts'
import { provingFanId } from './waiting.ts'

interface Factor {
  readonly id: string
  readonly secret: string
  readonly backupCodes: string
}

/** Runs before a code of the fan's app is checked. */
export const openAppSecret = (call: Hook, { factors }: Pick<Tools, 'factors'>) => openFactor(call, 'secret', factors)
/** Runs before a recovery code is checked. */
export const openRecoveryCodes = (call: Hook, { factors }: Pick<Tools, 'factors'>) =>
  openFactor(call, 'backupCodes', factors)

/**
 * Seals a second factor under the newest secret before the library opens it, because the library answers 500 to what an older secret sealed. Refuses
 * with `FACTOR_UNREADABLE` if no secret opens it.
 */
async function openFactor(call: Hook, column: 'secret' | 'backupCodes', seals: Seals): Promise<void> {
  const fanId = await provingFanId(call)
  if (fanId === undefined) return
  const { adapter } = call.context
  const where = [{ field: 'userId', value: fanId }]
  const factor = await adapter.findOne<Factor>({ model: 'twoFactor', where })
  if (factor === null) return
  const sealed = await sealAgain(seals, factor[column])
  if (sealed === null) throw new APIError('CONFLICT', { code: 'FACTOR_UNREADABLE' })
  if (sealed === factor[column]) return
  // Does not overwrite a concurrent change: a recovery code used, or new ones created.
  const unchanged = { field: column, value: factor[column] }
  await adapter.update({ model: 'twoFactor', where: [...where, unchanged], update: { [column]: sealed } })
}

interface SigningKey {
  readonly id: string
  readonly privateKey: string
  readonly expiresAt?: Date | null
}

/** Seals the signing keys under the newest secret before the library signs claims. Expires a key that no secret opens, so that the library makes another. */
export async function openSigningKeys(
  { context: { adapter } }: Hook,
  { factors: seals }: Pick<Tools, 'factors'>,
): Promise<void> {
  const now = new Date()
  for (const key of await adapter.findMany<SigningKey>({ model: 'jwks' })) {
    if (key.expiresAt != null && key.expiresAt <= now) continue
    const stored: string = JSON.parse(key.privateKey)
    const sealed = await sealAgain(seals, stored)
    if (sealed === stored) continue
    const update = sealed === null ? { expiresAt: now } : { privateKey: JSON.stringify(sealed) }
    await adapter.update({ model: 'jwks', where: [{ field: 'id', value: key.id }], update })
  }
}
