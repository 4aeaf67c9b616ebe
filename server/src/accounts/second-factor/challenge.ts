import { randomBytes } from 'node:crypto'
import { isSignInMethod, type SignInMethod } from '@tribune/domain/operator/operator.ts'
import { APIError, isAPIError } from 'better-auth/api'
import { deleteSessionCookie } from 'better-auth/cookies'
import type { Seals } from '../guards/seals.ts'
import { endReplaced, type Hook, tokenOf } from '../hook.ts'
import { type EndpointRules, firstProofBy, methodOf } from '../rules.ts'
import { MINUTE_S, rowEnd } from '../settings.ts'
import { secondProofs } from './sent-code.ts'
import { CHALLENGE, firstMethodOf, storeFirstMethod } from './waiting.ts'

/** Longest time from the first proof to the second. */
export const CHALLENGE_LIFE_S = 10 * MINUTE_S
/** The library's own key for wrong proofs of a pending sign-in. */
const attemptsOf = (id: string) => `2fa-attempts-${id}`

/**
 * Challenges a fan who has a second factor: deletes the new session before its cookie is sent, and keeps the sign-in pending until the code. The
 * library does so only for passwords; this runs for every sign-in method, including future ones.
 */
export async function askForFactor(call: Hook, rules: EndpointRules, seals: Seals) {
  const { internalAdapter, newSession, returned } = call.context
  if (newSession == null || !newSession.user.twoFactorEnabled) return
  if (rules.inherits === 'secondProof' || rules.inherits === 'factorChange') return
  // The browser's session has passed the challenge already.
  if (rules.inherits === 'handover' && newSession.session.aal === 2) return
  if ((await tokenOf(call)) === newSession.session.token) return
  await endReplaced(call)
  await internalAdapter.deleteSession(newSession.session.token)
  deleteSessionCookie(call, true)
  call.context.setNewSession(null)
  const first = methodOf(rules, call.body)
  const to = isAPIError(returned) ? new Headers(returned.headers).get('location') : null
  const proofs = await secondProofs(call, newSession.user, firstProofBy(first), seals)
  if (proofs === null) throw to === null ? unreadable() : call.redirect('/profile?error=factor_unreadable')
  await beginChallenge(call, newSession.user.id, first)
  if (to === null) return call.json({ twoFactorRedirect: true, twoFactorMethods: proofs })
  throw call.redirect(`/profile?${new URLSearchParams({ factor: proofs.join(' '), back: to })}`)
}

/** Refuses where no listed secret opens the app's secret and there is nowhere to send a code instead. */
const unreadable = () => new APIError('CONFLICT', { code: 'FACTOR_UNREADABLE' })

async function beginChallenge(call: Hook, fanId: string, first: SignInMethod | null): Promise<void> {
  const { internalAdapter } = call.context
  const id = `2fa-${randomBytes(24).toString('base64url')}`
  const expiresAt = rowEnd(CHALLENGE_LIFE_S)
  await internalAdapter.createVerificationValue({ identifier: id, value: fanId, expiresAt })
  await internalAdapter.createVerificationValue({ identifier: attemptsOf(id), value: '0', expiresAt })
  await storeFirstMethod(call, id, first, expiresAt)
  const { name, attributes } = call.context.createAuthCookie(CHALLENGE, { maxAge: CHALLENGE_LIFE_S })
  await call.setSignedCookie(name, id, call.context.secret, attributes)
}

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
