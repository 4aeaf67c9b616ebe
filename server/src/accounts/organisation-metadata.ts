import { readFile } from 'node:fs/promises'
import { deriveSAMLIdentityProviderEntityID } from '@better-auth/sso'
import type { Config } from '../config.ts'
import type { Organisation } from '../context.ts'

const LIMIT_MS = 5_000
const MOST_CHARACTERS = 500_000

/**
 * Reads how the organisation's identity provider describes itself, once, within a time limit; `null` where none is named, and where it says
 * nothing that can be used, which `onProgress` is told: sign-in over it is then not offered.
 */
export async function readOrganisation(
  saml: Config['saml'],
  onProgress: (line: string) => void,
): Promise<Organisation | null> {
  if (saml === null) return null
  const { address, domains, emailAttribute } = saml
  try {
    const metadata = await read(address)
    if (!isUsable(metadata)) throw new Error('No description')
    return { metadata, domains, emailAttribute }
  } catch {
    onProgress(`Connexion SAML : ${address} n’est pas lisible, elle n’est pas proposée`)
    return null
  }
}

/** Who it is, where one signs in there, and the key that it signs with. */
function isUsable(metadata: string): boolean {
  const name: unknown = deriveSAMLIdentityProviderEntityID({ issuer: '', idpMetadata: { metadata } } as never)
  return Boolean(name) && /SingleSignOnService[\s>]/.test(metadata) && /X509Certificate[\s>]/.test(metadata)
}

async function read(address: string): Promise<string> {
  const text = /^https?:/.test(address) ? await fetchText(address) : await readFile(address, 'utf8')
  if (text.length > MOST_CHARACTERS) throw new Error('Too long for a description')
  return text
}

async function fetchText(address: string): Promise<string> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(LIMIT_MS) })
  if (!answer.ok) throw new Error(`Answered ${answer.status}`)
  return answer.text()
}
