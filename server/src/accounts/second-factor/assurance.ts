import { isSignInMethod, type SignInMethod } from '@tribune/domain/operator.ts'
import type { Hook } from '../hook.ts'
import { EXCHANGE_PATH } from '../methods/native-handoff.ts'
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

/** Returns when the former session began, if the new one inherits its age: it replaces it after a change of the second factor, or continues it in the app. */
export function formerBeginning(call: Beginning | null): Date | undefined {
  const goesOn = isFactorPath(call?.path ?? '') || call?.path === EXCHANGE_PATH
  return goesOn ? call?.context?.session?.session.createdAt : undefined
}

/** Returns the assurance level of a new session, by the call that begins it. The app's session inherits that of the browser's. */
export function assuranceOf(call: Beginning | null): 1 | 2 {
  if (call?.path === EXCHANGE_PATH) return call.context?.session?.session.aal === 2 ? 2 : 1
  return /^\/two-factor\/verify-/.test(call?.path ?? '') ? 2 : 1
}

/**
 * Returns the sign-in method of a new session: that of its call, or that of the session which it replaces, completes or continues in the app.
 * @param own The method of the call itself.
 */
export async function methodBegun(call: Beginning, own: SignInMethod | null): Promise<SignInMethod | null> {
  if (!isFactorPath(call.path ?? '') && call.path !== EXCHANGE_PATH) return own
  const former = call.context?.session?.session
  const method = former === undefined ? await firstMethodOf(call as Hook) : former.amr
  return isSignInMethod(method) ? method : null
}

/** Whether a path belongs to second proofs, or to the second factor itself. */
export function isFactorPath(path: string): boolean {
  return path.startsWith('/two-factor/')
}
