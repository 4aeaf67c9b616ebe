import type { AuthContext } from 'better-auth'
import type { createAuthMiddleware } from 'better-auth/api'
import { bearerOf, createSigner } from '../http/signed-token.ts'

/** A call of the accounts library, as its hooks see it. */
export type Hook = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]

type Found = NonNullable<Awaited<ReturnType<AuthContext['internalAdapter']['findSession']>>>

/** The token of the session that a call came with, signed by this server, in a cookie or as an app sends it; `null` without one. */
export async function tokenOf(call: Hook): Promise<string | null> {
  const { authCookies, secret } = call.context
  const bearer = bearerOf(call.headers?.get('authorization') ?? undefined)
  if (bearer !== null) return createSigner(secret).verify(bearer)
  return (await call.getSignedCookie(authCookies.sessionToken.name, secret)) || null
}

/** The session that a call came with, and whose it is; `null` when nobody is signed in: the library finds those that have ended, too. */
export async function sessionOf(call: Hook): Promise<Found | null> {
  const token = await tokenOf(call)
  const found = token === null ? null : await call.context.internalAdapter.findSession(token)
  return found !== null && found.session.expiresAt > new Date() ? found : null
}

/** Ends the session that a call came with, where it began another: who signs in again has one session there, not two. */
export async function endReplaced(call: Hook): Promise<void> {
  const { internalAdapter, newSession } = call.context
  const former = newSession == null ? null : await tokenOf(call)
  if (former !== null && former !== newSession?.session.token) await internalAdapter.deleteSession(former)
}
