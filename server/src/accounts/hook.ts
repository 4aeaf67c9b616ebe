import type { AuthContext } from 'better-auth'
import type { createAuthMiddleware } from 'better-auth/api'
import { bearerOf, createSigner } from '../http/signed-token.ts'
import type { Db } from '../infra/database/pool.ts'
import { moveSubscriptions } from './queries.ts'

/** A call as the hooks of the accounts library see it. */
export type Hook = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]

/** Header in which the gateway learns who has signed in. It does not leave this server. */
export const FAN_HEADER = 'x-tribune-signed-in'

type Found = NonNullable<Awaited<ReturnType<AuthContext['internalAdapter']['findSession']>>>

/** Returns the verified session token of a call, from its cookie or from an app's bearer header; `null` without one. */
export async function tokenOf(call: Hook): Promise<string | null> {
  const { authCookies, secret } = call.context
  const bearer = bearerOf(call.headers?.get('authorization') ?? undefined)
  if (bearer !== null) return createSigner(secret).verify(bearer)
  return (await call.getSignedCookie(authCookies.sessionToken.name, secret)) || null
}

/** Returns a call's session and its fan, or `null` if no fan is signed in. Checks the expiry itself: the library also finds expired sessions. */
export async function sessionOf(call: Hook): Promise<Found | null> {
  const token = await tokenOf(call)
  const found = token === null ? null : await call.context.internalAdapter.findSession(token)
  return found !== null && found.session.expiresAt > new Date() ? found : null
}

/** Returns the token of the session that a call came with if it began another; `null` otherwise. */
async function replacedToken(call: Hook): Promise<string | null> {
  const { newSession } = call.context
  const former = newSession == null ? null : await tokenOf(call)
  return former === newSession?.session.token ? null : former
}

/**
 * Moves push subscriptions from the replaced session to the new one: its fan has signed in again in that browser, and has turned nothing off. Call it
 * before the old session is deleted. Those of another fan stay, and end with their session.
 */
export async function keepSubscriptions(call: Hook, db: Db): Promise<void> {
  const { newSession } = call.context
  const former = await replacedToken(call)
  if (newSession == null || former === null) return
  await moveSubscriptions(db, former, newSession.session)
}

/** Deletes the session that a call's new one replaces, so that a fan who signs in again has one session in that browser, not two. */
export async function endReplaced(call: Hook): Promise<void> {
  const former = await replacedToken(call)
  if (former !== null) await call.context.internalAdapter.deleteSession(former)
}

/** Names the fan of a new session to the gateway, which remembers their device. */
export function nameFan(call: Hook): void {
  const { newSession } = call.context
  if (newSession != null) call.setHeader(FAN_HEADER, newSession.user.id)
}
