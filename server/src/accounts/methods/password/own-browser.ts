import { getCurrentAuthEndpointContext } from '@better-auth/core/context'
import { CONFIRM_HEADER } from '@tribune/contract/account-constants.ts'
import type { AuthContext } from 'better-auth'
import { APIError, isAPIError } from 'better-auth/api'
import { hmacOf, keysFor } from '../../../kernel/keys.ts'
import type { Hook } from '../../hook.ts'
import { CONFIRMATION_LIFE_S } from '../../settings.ts'
import type { Tools } from '../../tools.ts'

/** A call that can read a cookie: that of a hook, or one from within the library. */
interface Reader {
  readonly context: Pick<AuthContext, 'createAuthCookie' | 'secret'>
  getSignedCookie?: Hook['getSignedCookie']
}

/**
 * A value in a signed, HTTP-only cookie. The signature covers the name of the cookie as well, so that its value is valid neither in another
 * cookie nor as anything else that this server signs.
 */
export class SignedCookie {
  readonly #name: string

  constructor(name: string) {
    this.#name = name
  }

  /** @param lifeS Lifetime in seconds. */
  async set(call: Hook, value: string, lifeS: number): Promise<void> {
    const { name, attributes } = call.context.createAuthCookie(this.#name, { maxAge: lifeS })
    await call.setSignedCookie(name, `${this.#name} ${value}`, call.context.secret, attributes)
  }

  /** Returns the value, or `null` if there is no cookie or this server did not sign it. */
  async read({ context, getSignedCookie }: Reader): Promise<string | null> {
    const signed = (await getSignedCookie?.(context.createAuthCookie(this.#name).name, context.secret)) || ''
    return signed.startsWith(`${this.#name} `) ? signed.slice(this.#name.length + 1) : null
  }

  clear(call: Hook): void {
    const { name, attributes } = call.context.createAuthCookie(this.#name)
    call.setCookie(name, '', { ...attributes, maxAge: 0 })
  }
}

/**
 * The link of a confirmation mail proves who owns the mailbox, not who chose the password: anybody can sign up with a stranger's address, and again
 * while the stranger's own mail is unopened. So the browser that chose the password stores a signed mark of it. A link opened without that mark
 * confirms the address and drops the password, and the fan chooses a new one.
 */
const cookie = new SignedCookie('sign_up')

type Secrets = readonly [string, ...string[]]

/** Sets the mark in a browser that has just chosen the password of a new account. */
export async function markSignUp(call: Hook, tools: Pick<Tools, 'app'>): Promise<void> {
  if (!isAPIError(call.context.returned)) await markBrowser(call, tools)
}

/** Sets the mark in a browser that has just typed the password of an account that awaits its confirmation. */
export async function markUnconfirmed(call: Hook, tools: Pick<Tools, 'app'>): Promise<void> {
  const { returned } = call.context
  if (isAPIError(returned) && returned.body?.code === 'EMAIL_NOT_VERIFIED') await markBrowser(call, tools)
}

async function markBrowser(call: Hook, { app }: Pick<Tools, 'app'>): Promise<void> {
  const known = await call.context.internalAdapter.findUserByEmail(call.body.email.toLowerCase())
  const [mark] =
    known === null || known.user.emailVerified ? [] : await marksOf(call.context, known.user.id, app.config.secrets)
  if (mark !== undefined) await cookie.set(call, mark, CONFIRMATION_LIFE_S)
}

/**
 * Redirects a link opened without any mark to a page whose button opens it again, so that mail scanners, which open links and may run scripts, neither
 * confirm an address nor drop a password.
 */
export async function leadToPage(call: Hook): Promise<void> {
  if (call.headers?.has(CONFIRM_HEADER)) return
  if ((await cookie.read(call)) !== null) return
  const { token, callbackURL }: Record<string, unknown> = call.query ?? {}
  // The library refuses other addresses than the links of our mails.
  if (typeof token !== 'string' || typeof callbackURL !== 'string') return
  if (!call.context.isTrustedOrigin(callbackURL, { allowRelativePaths: true })) return
  throw call.redirect(`/profile?${new URLSearchParams({ confirm: token, back: callbackURL })}`)
}

/**
 * Accepts only tokens that confirm an address. The library would also change an address by one, which the product never does.
 */
export function refuseOtherOrders({ query }: Pick<Hook, 'query'>): void {
  const [, claims = ''] = String(query?.token ?? '').split('.')
  const text = Buffer.from(claims, 'base64url').toString()
  if (/"(?:updateTo|requestType)"/.test(text)) throw new APIError('UNAUTHORIZED', { code: 'INVALID_TOKEN' })
}

/** Clears the mark once it has been used. */
export function forgetMark(call: Hook): void {
  cookie.clear(call)
}

/** Runs just before an address is confirmed. Removes a password that this browser did not choose, and the sessions that it opened. */
export async function dropStrangersPassword({ id }: { readonly id: string }, secrets: Secrets): Promise<void> {
  const call = getCurrentAuthEndpointContext()
  const { internalAdapter } = call.context
  const marks = await marksOf(call.context, id, secrets)
  if (marks.length === 0 || marks.includes((await cookie.read(call)) ?? '')) return
  await removeMethods(internalAdapter, id)
}

/** Removes every sign-in method of an account, passwords and providers, and ends its sessions. */
export async function removeMethods(internalAdapter: AuthContext['internalAdapter'], fanId: string): Promise<void> {
  for (const { id } of await internalAdapter.findAccounts(fanId)) await internalAdapter.deleteAccount(id)
  await internalAdapter.deleteUserSessions(fanId)
}

/** Returns marks of an account's current password, one per secret, newest first; none without a password. A mark reveals nothing of the password. */
async function marksOf({ internalAdapter }: AuthContext, fanId: string, secrets: Secrets): Promise<string[]> {
  const hash = (await internalAdapter.findCredentialAccount(fanId))?.password
  if (!hash) return []
  return keysFor(secrets, 'own browser').map((key) => hmacOf(key, hash))
}
