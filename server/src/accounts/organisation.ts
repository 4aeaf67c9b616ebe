import type { AuthContext } from 'better-auth'
import { emailAddress } from './addresses.ts'

/** What `refuseOutsider` is told of somebody for whom a provider speaks. */
interface Seen {
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
 * An organisation speaks for its own people: `email_outside_organisation` for an address of any other domain. And never for the operator,
 * whose address or account it may hold: `operator_by_organisation`. Asked before it makes, joins or opens an account.
 */
export async function refuseOutsider({ user, source }: Seen, store: Store, { adminEmail, domains }: Rules) {
  const way = source.method === 'sso-saml' ? 'saml' : source.oauth?.providerId === 'sso' ? 'sso' : null
  if (way === null) return
  const email = (user.email ?? '').toLowerCase()
  const domain = email.slice(email.lastIndexOf('@') + 1)
  if (!emailAddress.safeParse(email).success || domains[way]?.includes(domain) !== true) {
    return { error: 'email_outside_organisation' }
  }
  const owner = user.id === undefined ? null : await store.findUserById(user.id)
  return [email, owner?.email].includes(adminEmail) ? { error: 'operator_by_organisation' } : undefined
}
