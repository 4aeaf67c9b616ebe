import { APIError } from 'better-auth/api'
import type { Hook } from './hook.ts'
import { type Seals, sealedAnew } from './seals.ts'
import { whoProves } from './second-factor.ts'

/** The column of a second factor that a call opens. */
const OPENED: Readonly<Record<string, 'secret' | 'backupCodes'>> = {
  '/two-factor/verify-totp': 'secret',
  '/two-factor/verify-backup-code': 'backupCodes',
}

interface Factor {
  readonly id: string
  readonly secret: string
  readonly backupCodes: string
}

/**
 * Before the library opens a second factor: seals it under the newest secret. The library would answer 500 to what an older one sealed, and
 * to what none of them did; that is refused with a sentence.
 */
export async function openFactor(call: Hook, seals: Seals): Promise<void> {
  const column = OPENED[call.path]
  const fanId = column === undefined ? undefined : await whoProves(call)
  if (column === undefined || fanId === undefined) return
  const { adapter } = call.context
  const where = [{ field: 'userId', value: fanId }]
  const factor = await adapter.findOne<Factor>({ model: 'twoFactor', where })
  if (factor === null) return
  const sealed = await sealedAnew(seals, factor[column])
  if (sealed === null) throw new APIError('CONFLICT', { code: 'FACTOR_UNREADABLE' })
  if (sealed === factor[column]) return
  // Not where the fan has used a recovery code, or made new ones, meanwhile.
  const unchanged = { field: column, value: factor[column] }
  await adapter.update({ model: 'twoFactor', where: [...where, unchanged], update: { [column]: sealed } })
}

interface SigningKey {
  readonly id: string
  readonly privateKey: string
  readonly expiresAt?: Date | null
}

/** Before the library signs claims: seals its keys under the newest secret. One that no secret opens signs no more, and another is made. */
export async function openSigningKeys({ path, context: { adapter } }: Hook, seals: Seals): Promise<void> {
  if (path !== '/token') return
  const now = new Date()
  for (const key of await adapter.findMany<SigningKey>({ model: 'jwks' })) {
    if (key.expiresAt != null && key.expiresAt <= now) continue
    const kept: string = JSON.parse(key.privateKey)
    const sealed = await sealedAnew(seals, kept)
    if (sealed === kept) continue
    const update = sealed === null ? { expiresAt: now } : { privateKey: JSON.stringify(sealed) }
    await adapter.update({ model: 'jwks', where: [{ field: 'id', value: key.id }], update })
  }
}
