import { isSignInMethod, type SignInMethod } from '@tribune/domain/operator.ts'
import type { FirstProof } from '@tribune/domain/second-proof.ts'

/** A call of the library that begins a session, as far as it says how. */
export interface BeginningCall {
  readonly path?: string
  readonly params?: { readonly id?: unknown } | undefined
  readonly body?: { readonly provider?: unknown } | undefined
}

const BY_PATH: Readonly<Record<string, SignInMethod>> = {
  '/sign-in/email': 'password',
  '/verify-email': 'mail',
  '/magic-link/verify': 'mail',
  '/sign-in/email-otp': 'mail',
  '/phone-number/verify': 'phone',
  '/wallet/verify': 'wallet',
  '/sso/saml2/sp/acs/:providerId': 'saml',
}

/** How a call proves who somebody is; `null` for one that proves nothing by itself, or that nobody named here. */
export function methodOf({ path = '', params, body }: BeginningCall): SignInMethod | null {
  const provider = path === '/callback/:id' ? params?.id : path === '/sign-in/social' ? body?.provider : undefined
  return isSignInMethod(provider) ? provider : (BY_PATH[path] ?? null)
}

/** A mailbox opens whatever is neither a phone nor a wallet. */
export function firstProofBy(method: string | null): FirstProof {
  return method === 'phone' || method === 'wallet' ? method : 'mailbox'
}
