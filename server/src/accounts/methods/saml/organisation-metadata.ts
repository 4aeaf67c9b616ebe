import { readFile } from 'node:fs/promises'
import { deriveSAMLIdentityProviderEntityID } from '@better-auth/sso'
import type { Config } from '../../../config.ts'
import type { Organisation } from '../../../context.ts'
import { elementsOf } from './xml.ts'

const LIMIT_MS = 5_000
const MAX_CHARACTERS = 500_000

/**
 * Reads the metadata of the organisation's identity provider once, within a time limit. Returns `null` if none is configured, or if its metadata
 * cannot be used: that is reported to `onProgress`, and the sign-in method is not offered.
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
    onProgress(`sign-in by SAML: ${address} cannot be read, not offered`)
    return null
  }
}

/** Whether metadata contains the provider's entity id, its sign-in address and the key that it signs with. */
function isUsable(metadata: string): boolean {
  const name: unknown = deriveSAMLIdentityProviderEntityID({ issuer: '', idpMetadata: { metadata } } as never)
  const named = new Set(elementsOf(metadata)?.map((element) => element.name))
  return Boolean(name) && named.has('SingleSignOnService') && named.has('X509Certificate')
}

async function read(address: string): Promise<string> {
  const text = /^https?:/.test(address) ? await fetchText(address) : await readFile(address, 'utf8')
  if (text.length > MAX_CHARACTERS) throw new Error('Too long for a description')
  return text
}

async function fetchText(address: string): Promise<string> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(LIMIT_MS) })
  if (!answer.ok) throw new Error(`Answered ${answer.status}`)
  return answer.text()
}
