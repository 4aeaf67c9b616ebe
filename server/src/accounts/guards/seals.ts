import { APIError } from 'better-auth/api'
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { keyBytes } from '../../kernel/keys.ts'
import type { Hook } from '../hook.ts'
import { provingFanId } from '../second-factor/waiting.ts'

type Secrets = readonly [string, ...string[]]

/** Encryption of stored values: `seal` uses the key of the newest secret, `open` tries the keys of all listed secrets. */
export interface Seals {
  readonly seal: (text: string) => Promise<string>
  /** Returns `null` if no listed secret opens it. */
  readonly open: (sealed: string) => Promise<string | null>
  /** Prefix of everything that the newest secret sealed. */
  readonly newest: string
  /** The keys in the form that the accounts library itself expects. */
  readonly library: { readonly keys: Map<number, string>; readonly currentVersion: number }
}

/** @param purpose Keys differ by purpose: text sealed for another one does not open. */
export function createSeals(secrets: Secrets, purpose: string): Seals {
  const keys = secrets.map((secret) => keyBytes(secret, purpose).toString('base64url'))
  const currentVersion = versionOf(secrets[0])
  const versions = secrets.map(versionOf)
  const library = { keys: new Map(versions.map((version, at) => [version, keys[at] ?? ''])), currentVersion }
  // Rows that were sealed before keys were derived have no version. Any of the secrets may have sealed them.
  const candidates = [library, ...secrets]
  return {
    library,
    newest: `$ba$${currentVersion}$`,
    seal: (data) => symmetricEncrypt({ key: library, data }),
    async open(data) {
      for (const key of candidates) {
        const text = await symmetricDecrypt({ key, data }).catch(() => null)
        if (text !== null) return text
      }
      return null
    },
  }
}

/** Creates the seals of second factors and of the keys that sign claims. */
export function factorSeals({ secrets }: { readonly secrets: Secrets }): Seals {
  return createSeals(secrets, 'second factors and signing keys')
}

/** Derives the number that identifies a secret in what it sealed, wherever it is in the list. */
function versionOf(secret: string): number {
  return keyBytes(secret, 'version').readUInt32BE()
}

/**
 * Seals a sealed text again under the newest secret. Returns it unchanged if it already is, and `null` if no listed secret opens it.
 */
export async function sealAgain({ seal, open, newest }: Seals, sealed: string): Promise<string | null> {
  if (sealed.startsWith(newest)) return sealed
  const text = await open(sealed)
  return text === null ? null : seal(text)
}

/** Returns the library's storage settings for pending codes. A code that no secret opens counts as a wrong one. */
export function sealedCodeStorage({ seal, open }: Seals) {
  return { encrypt: seal, decrypt: async (sealed: string) => (await open(sealed)) ?? '' }
}

interface Factor {
  readonly id: string
  readonly secret: string
  readonly backupCodes: string
}

/** Runs before a code of the fan's app is checked. */
export const openAppSecret = (call: Hook, { factors }: { readonly factors: Seals }) =>
  openFactor(call, 'secret', factors)
/** Runs before a recovery code is checked. */
export const openRecoveryCodes = (call: Hook, { factors }: { readonly factors: Seals }) =>
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
  { factors: seals }: { readonly factors: Seals },
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
