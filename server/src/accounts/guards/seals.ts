import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { keyBytes } from '../../kernel/keys.ts'

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
