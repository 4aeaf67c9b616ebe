import { createHmac } from 'node:crypto'
import { getCurrentAuthEndpointContext } from '@better-auth/core/context'
import { CONFIRM_HEADER } from '@tribune/contract/account-calls.ts'
import type { AuthContext } from 'better-auth'
import { APIError, isAPIError } from 'better-auth/api'
import type { Hook } from './hook.ts'
import { KeptCookie } from './kept-cookie.ts'

/**
 * The link of a confirmation mail proves whose mailbox it is, not who chose the password: anybody may sign up with a stranger's address,
 * and again while the stranger's own mail waits. So the browser that chose the password keeps a signed mark of it, and a link opened
 * without that mark confirms the address and drops the password; the fan is asked for a new one.
 */
const cookie = new KeptCookie('sign_up')

/** Leaves the mark with the browser that just chose, or just knew, the password of an account that waits for its confirmation. */
export async function markBrowser(call: Hook, lifeS: number): Promise<void> {
  const { returned } = call.context
  const refused = isAPIError(returned)
  const isSignUp = call.path === '/sign-up/email' && !refused
  const isEarly = call.path === '/sign-in/email' && refused && returned.body?.code === 'EMAIL_NOT_VERIFIED'
  if (!isSignUp && !isEarly) return
  const known = await call.context.internalAdapter.findUserByEmail(call.body.email.toLowerCase())
  const mark = known === null || known.user.emailVerified ? null : await markOf(call.context, known.user.id)
  if (mark !== null) await cookie.keep(call, mark, lifeS)
}

/**
 * A link opened without any mark leads to a page first, whose script opens it again: what opens links before people do, such as a mailbox's
 * guard, neither confirms an address nor ends a password.
 */
export async function leadToPage(call: Hook): Promise<void> {
  if (call.path !== '/verify-email' || call.headers?.has(CONFIRM_HEADER)) return
  if ((await cookie.read(call)) !== null) return
  const { token, callbackURL }: Record<string, unknown> = call.query ?? {}
  // What is no link of a mail of ours is the library's to refuse.
  if (typeof token !== 'string' || typeof callbackURL !== 'string') return
  if (!call.context.isTrustedOrigin(callbackURL, { allowRelativePaths: true })) return
  throw call.redirect(`/profile?${new URLSearchParams({ confirm: token, back: callbackURL })}`)
}

/**
 * A token of a confirmation says whose address it is, and nothing else: here no address is ever changed by one, though the library would.
 */
export function refuseOtherOrders({ path, query }: Pick<Hook, 'path' | 'query'>): void {
  if (path !== '/verify-email') return
  const [, claims = ''] = String(query?.token ?? '').split('.')
  const text = Buffer.from(claims, 'base64url').toString()
  if (/"(?:updateTo|requestType)"/.test(text)) throw new APIError('UNAUTHORIZED', { code: 'INVALID_TOKEN' })
}

/** The mark has served. */
export function forgetMark(call: Hook): void {
  cookie.forget(call)
}

/** Just before an address is confirmed: a password that this browser did not choose ends here, and whatever it opened. */
export async function dropStrangersPassword({ id }: { readonly id: string }): Promise<void> {
  const call = getCurrentAuthEndpointContext()
  const { internalAdapter } = call.context
  const mark = await markOf(call.context, id)
  if (mark === null || (await cookie.read(call)) === mark) return
  await closeWaysIn(internalAdapter, id)
}

/** Ends all that opened an account until now: passwords, providers, sessions. */
export async function closeWaysIn(internalAdapter: AuthContext['internalAdapter'], fanId: string): Promise<void> {
  for (const way of await internalAdapter.findAccounts(fanId)) await internalAdapter.deleteAccount(way.id)
  await internalAdapter.deleteUserSessions(fanId)
}

/** A mark of an account's present password that tells nothing of it; `null` when it has none. */
async function markOf({ internalAdapter, secret }: AuthContext, fanId: string): Promise<string | null> {
  const hash = (await internalAdapter.findCredentialAccount(fanId))?.password
  return hash ? createHmac('sha256', secret).update(`sign-up ${hash}`).digest('base64url') : null
}
