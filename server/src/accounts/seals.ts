import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { keyFor, keysFor } from '../kernel/keys.ts'

type Secrets = readonly [string, ...string[]]

/** What is written encrypted: `seal` by the key of the newest secret, `open` by those of all that are listed. */
export interface Seals {
  readonly seal: (text: string) => Promise<string>
  /** `null` where no listed secret opens it. */
  readonly open: (sealed: string) => Promise<string | null>
  /** How everything begins that the newest secret sealed. */
  readonly newest: string
  /** In the form in which the accounts library seals and opens by itself. */
  readonly library: { readonly keys: Map<number, string>; readonly currentVersion: number }
}

/** @param purpose What is sealed; what was sealed for another purpose does not open. */
export function createSeals(secrets: Secrets, purpose: string): Seals {
  const [currentVersion, ...olderVersions] = secrets.map(versionOf) as [number, ...number[]]
  const keys = keysFor(secrets, purpose).map((key) => key.toString('base64url'))
  const versions = [currentVersion, ...olderVersions]
  const library = { keys: new Map(versions.map((version, at) => [version, keys[at] ?? ''])), currentVersion }
  // Rows from before keys were derived name no version, and any of the secrets may have sealed them as it stands.
  const ways = [library, ...secrets]
  return {
    library,
    newest: `$ba$${currentVersion}$`,
    seal: (data) => symmetricEncrypt({ key: library, data }),
    async open(data) {
      for (const key of ways) {
        const text = await symmetricDecrypt({ key, data }).catch(() => null)
        if (text !== null) return text
      }
      return null
    },
  }
}

/** Second factors, and the keys that sign claims. */
export function factorSeals({ secrets }: { readonly secrets: Secrets }): Seals {
  return createSeals(secrets, 'second factors and signing keys')
}

/** Names a secret in what it sealed, whichever place it has in the list. */
function versionOf(secret: string): number {
  return keyFor(secret, 'version').readUInt32BE()
}

/**
 * The same under the newest secret, and the very text where it is already; `null` where no listed secret opens it.
 */
export async function sealedAnew({ seal, open, newest }: Seals, sealed: string): Promise<string | null> {
  if (sealed.startsWith(newest)) return sealed
  const text = await open(sealed)
  return text === null ? null : seal(text)
}

/** How the accounts library keeps a code that is under way. What no secret opens is as wrong as any other code. */
export function keptCode({ seal, open }: Seals) {
  return { encrypt: seal, decrypt: async (sealed: string) => (await open(sealed)) ?? '' }
}
