import type { FirstProof } from '@tribune/domain/fans/second-proof.ts'
import { isSignInMethod, type SignInMethod } from '@tribune/domain/operator/operator.ts'
import type { EndpointRules } from '../rules.ts'

/** Returns the sign-in method by which a call proves an identity, or `null` if it proves none by itself. */
export function methodOf(
  { opens }: Pick<EndpointRules, 'opens'>,
  body: { readonly provider?: unknown } | undefined,
): SignInMethod | null {
  const method = opens === 'provider' ? body?.provider : opens
  return isSignInMethod(method) ? method : null
}

/** Returns the first proof behind a sign-in method: a mailbox for all but phones and wallets. */
export function firstProofBy(method: string | null): FirstProof {
  return method === 'phone' || method === 'wallet' ? method : 'mailbox'
}
