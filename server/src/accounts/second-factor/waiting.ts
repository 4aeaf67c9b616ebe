import { type Hook, sessionOf } from '../hook.ts'

/** The library's cookie of a sign-in that awaits its second proof. */
export const CHALLENGE = 'two_factor'

/** Returns the id of the pending sign-in from the browser's cookie. */
export async function challengeOf(call: Hook): Promise<string | null> {
  const { name } = call.context.createAuthCookie(CHALLENGE)
  return (await call.getSignedCookie(name, call.context.secret)) || null
}

/** Returns the id of the signed-in fan, or of the fan whose sign-in awaits its second proof. */
export async function provingFanId(call: Hook): Promise<string | undefined> {
  const session = await sessionOf(call)
  if (session !== null) return session.user.id
  const id = await challengeOf(call)
  return id === null ? undefined : (await call.context.internalAdapter.findVerificationValue(id))?.value
}

const firstOf = (challenge: string) => `2fa-first-${challenge}`

/** Stores the method that a pending sign-in began with. */
export async function storeFirstMethod(
  call: Hook,
  challenge: string,
  first: string | null,
  expiresAt: Date,
): Promise<void> {
  const [identifier, value] = [firstOf(challenge), first ?? '']
  await call.context.internalAdapter.createVerificationValue({ identifier, value, expiresAt })
}

/** Returns the method that the pending sign-in began with, or `null` if there is none. */
export async function firstMethodOf(call: Hook): Promise<string | null> {
  const challenge = await challengeOf(call)
  const first = challenge === null ? null : await call.context.internalAdapter.findVerificationValue(firstOf(challenge))
  return first?.value ?? null
}
