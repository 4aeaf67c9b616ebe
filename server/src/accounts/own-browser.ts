import { createHmac } from 'node:crypto'
import { getCurrentAuthEndpointContext } from '@better-auth/core/context'
import { CONFIRM_HEADER } from '@tribune/contract/account-calls.ts'
import type { AuthContext } from 'better-auth'
import { APIError, isAPIError } from 'better-auth/api'
import { keysFor } from '../kernel/keys.ts'
import type { Hook } from './hook.ts'
import { KeptCookie } from './kept-cookie.ts'

/**
 * The link of a confirmation mail proves whose mailbox it is, not who chose the password: anybody may sign up with a stranger's address,
 * and again while the stranger's own mail waits. So the browser that chose the password keeps a signed mark of it, and a link opened
 * without that mark confirms the address and drops the password; the fan is asked for a new one.
 */
const cookie = new KeptCookie('sign_up')

type Secrets = readonly [string, ...string[]]

/** Leaves the mark with the browser that just chose, or just knew, the password of an account that waits for its confirmation. */
export async function markBrowser(call: Hook, secrets: Secrets, lifeS: number): Promise<void> {
  const { returned } = call.context
  const refused = isAPIError(returned)
  const isSignUp = call.path === '/sign-up/email' && !refused
  const isEarly = call.path === '/sign-in/email' && refused && returned.body?.code === 'EMAIL_NOT_VERIFIED'
  if (!isSignUp && !isEarly) return
  const known = await call.context.internalAdapter.findUserByEmail(call.body.email.toLowerCase())
  const [mark] = known === null || known.user.emailVerified ? [] : await marksOf(call.context, known.user.id, secrets)
  if (mark !== undefined) await cookie.keep(call, mark, lifeS)
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
export async function dropStrangersPassword({ id }: { readonly id: string }, secrets: Secrets): Promise<void> {
  const call = getCurrentAuthEndpointContext()
  const { internalAdapter } = call.context
  const marks = await marksOf(call.context, id, secrets)
  if (marks.length === 0 || marks.includes((await cookie.read(call)) ?? '')) return
  await removeMethods(internalAdapter, id)
}

/** Removes every sign-in method of an account, passwords and providers, and ends its sessions. */
export async function removeMethods(internalAdapter: AuthContext['internalAdapter'], fanId: string): Promise<void> {
  for (const way of await internalAdapter.findAccounts(fanId)) await internalAdapter.deleteAccount(way.id)
  await internalAdapter.deleteUserSessions(fanId)
}

/** A mark of an account's present password that tells nothing of it, under each secret, newest first; none where it has no password. */
async function marksOf({ internalAdapter }: AuthContext, fanId: string, secrets: Secrets): Promise<string[]> {
  const hash = (await internalAdapter.findCredentialAccount(fanId))?.password
  if (!hash) return []
  return keysFor(secrets, 'own browser').map((key) => createHmac('sha256', key).update(hash).digest('base64url'))
}
