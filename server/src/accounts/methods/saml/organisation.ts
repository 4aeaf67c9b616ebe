import { readFile } from 'node:fs/promises'
import { deriveSAMLIdentityProviderEntityID } from '@better-auth/sso'
import type { AuthContext } from 'better-auth'
import type { Config } from '../../../config.ts'
import type { Organisation } from '../../../context.ts'
import { emailAddress } from '../../contacts/new-address.ts'
import { elementsOf } from './xml.ts'

/** The person for whom a provider vouches. */
interface Vouched {
  readonly user: { readonly id?: string | undefined; readonly email?: string | null | undefined }
  readonly source: {
    readonly method: string
    readonly oauth?: { readonly providerId: string } | undefined
  }
}

interface Rules {
  readonly adminEmail: string
  /** Domains of the organisation's people, by sign-in method. */
  readonly domains: Readonly<Partial<Record<'sso' | 'saml', readonly string[]>>>
}

type Store = Pick<AuthContext['internalAdapter'], 'findUserById'>

/**
 * Lets an organisation vouch only for its own people: refuses an address of another domain with `email_outside_organisation`, and the operator's
 * address or account with `operator_by_organisation`. Runs before the organisation creates, joins or opens an account.
 */
export async function refuseOutsider({ user, source }: Vouched, store: Store, { adminEmail, domains }: Rules) {
  const method = source.method === 'sso-saml' ? 'saml' : source.oauth?.providerId === 'sso' ? 'sso' : null
  if (method === null) return
  const email = (user.email ?? '').toLowerCase()
  const domain = email.slice(email.lastIndexOf('@') + 1)
  if (!emailAddress.safeParse(email).success || domains[method]?.includes(domain) !== true) {
    return { error: 'email_outside_organisation' }
  }
  const owner = user.id === undefined ? null : await store.findUserById(user.id)
  return [email, owner?.email].includes(adminEmail) ? { error: 'operator_by_organisation' } : undefined
}

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

/** Returns whether metadata contains the provider's entity id, its sign-in address and the key that it signs with. */
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
