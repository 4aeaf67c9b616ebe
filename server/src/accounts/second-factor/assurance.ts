import { isSignInMethod, type SignInMethod } from '@tribune/domain/operator/operator.ts'
import type { Hook } from '../hook.ts'
import type { EndpointRules } from '../rules.ts'
import { firstMethodOf } from './waiting.ts'

/** The call that begins a session, and the session that this one replaces or comes from, if any. */
export interface Beginning {
  readonly path?: string
  readonly params?: Readonly<Record<string, unknown>> | undefined
  readonly body?: { readonly provider?: unknown } | undefined
  readonly context?: { readonly session?: { readonly session: FormerSession } | null }
}

interface FormerSession {
  readonly createdAt: Date
  readonly aal?: unknown
  readonly amr?: unknown
}

/** The `inherits` rule of the call that begins the session. */
type Inherits = EndpointRules['inherits']

/** Returns when the former session began, if the new one inherits its age. */
export function formerBeginning(call: Beginning | null, inherits: Inherits): Date | undefined {
  return inherits === undefined ? undefined : call?.context?.session?.session.createdAt
}

/** Returns the assurance level of a new session. The app's inherits that of the browser's. */
export function assuranceOf(call: Beginning | null, inherits: Inherits): 1 | 2 {
  if (inherits === 'handover') return call?.context?.session?.session.aal === 2 ? 2 : 1
  return inherits === 'secondProof' ? 2 : 1
}

/**
 * Returns the sign-in method of a new session: that of its call, or that of the session which it replaces, completes or continues in the app.
 * @param own The method of the call itself.
 */
export async function methodBegun(
  call: Beginning,
  inherits: Inherits,
  own: SignInMethod | null,
): Promise<SignInMethod | null> {
  if (inherits === undefined) return own
  const former = call.context?.session?.session
  const method = former === undefined ? await firstMethodOf(call as Hook) : former.amr
  return isSignInMethod(method) ? method : null
}
