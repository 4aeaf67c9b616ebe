import type { AuthContext } from 'better-auth'
import { emailAddress } from '../../contacts/addresses.ts'

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
