import { randomBytes } from 'node:crypto'
import type { AuthContext } from 'better-auth'
import { APIError, isAPIError } from 'better-auth/api'
import { isReplaced, storeNewest } from '../../guards/mails.ts'
import type { Hook } from '../../hook.ts'
import { RESET_LIFE_S, rowEnd } from '../../settings.ts'
import { forgetMark, SignedCookie } from './own-browser.ts'

/**
 * The single-use token of a forgotten password, sent by mail. The browser that opens the link stores it in an HTTP-only cookie, so that it stays in no
 * address, history or page, and survives a reload.
 */
const cookie = new SignedCookie('recovery')

type Store = AuthContext['internalAdapter']

/** Stores the token of the newest mail, or of none: those before are worth nothing any more. */
export function storeNewestReset(store: Store, fanId: string, token: string): Promise<void> {
  return storeNewest(store, 'reset mail', fanId, { secret: token, lifeS: RESET_LIFE_S })
}

/** Makes the links of all mails to a fan worthless. */
export const voidResets = (store: Store, fanId: string) => storeNewestReset(store, fanId, '')

/** Returns whether a token is valid: it has neither been used nor replaced, nor has it expired. */
async function isValid(store: Store, token: string): Promise<boolean> {
  const found = await store.findVerificationValue(`reset-password:${token}`)
  if (found === null || found.expiresAt <= new Date()) return false
  return !(await isReplaced(store, 'reset mail', found.value, token))
}

/** Refuses a new password with `INVALID_TOKEN` unless it comes with a valid token, in its body or in the browser's cookie. */
export async function requireResetToken(call: Hook): Promise<void> {
  const sent: unknown = call.body?.token
  const token = sent === undefined ? await cookie.read(call) : sent
  if (typeof token === 'string' && (await isValid(call.context.internalAdapter, token))) return
  throw new APIError('BAD_REQUEST', { code: 'INVALID_TOKEN' })
}

/** Adds the token of the browser's cookie to a new password that comes without one. */
export async function withStoredToken(call: Hook): Promise<{ context: { body: object } } | undefined> {
  if (call.body.token !== undefined) return
  const token = await cookie.read(call)
  return token !== null ? { context: { body: { ...call.body, token } } } : undefined
}

/** Clears the cookie once a new password has used the token up. */
export function forgetToken(call: Hook): void {
  if (!isAPIError(call.context.returned)) cookie.clear(call)
}

/** Runs after a mail's link was opened. Moves the token from the address that the library redirects to into the cookie. */
export async function storeToken(call: Hook): Promise<void> {
  const { returned, baseURL } = call.context
  if (!isAPIError(returned)) return
  const to = new URL(new Headers(returned.headers).get('location') ?? '/', baseURL)
  // The token that the library has checked, never one that the callback itself contains.
  const token: unknown = call.params?.token
  if (to.searchParams.has('error') || typeof token !== 'string') return
  if (!(await isValid(call.context.internalAdapter, token))) {
    to.searchParams.delete('token')
    to.searchParams.set('error', 'INVALID_TOKEN')
    throw call.redirect(to.href)
  }
  await cookie.set(call, token, RESET_LIFE_S)
  to.searchParams.delete('token')
  throw call.redirect(to.href)
}

/** Redirects to the choice of a new password, with the callback, if confirming the address dropped the old one (own-browser.ts). */
export async function askForPassword(call: Hook): Promise<void> {
  const { internalAdapter, newSession } = call.context
  if (newSession == null) return
  forgetMark(call)
  if ((await internalAdapter.findAccounts(newSession.user.id)).length > 0) return
  const token = randomBytes(24).toString('base64url')
  await internalAdapter.createVerificationValue({
    identifier: `reset-password:${token}`,
    value: newSession.user.id,
    expiresAt: rowEnd(RESET_LIFE_S),
  })
  await storeNewestReset(internalAdapter, newSession.user.id, token)
  await cookie.set(call, token, RESET_LIFE_S)
  const back = typeof call.query?.callbackURL === 'string' ? call.query.callbackURL : '/'
  throw call.redirect(`/profile?${new URLSearchParams({ type: 'recovery', confirmed: back })}`)
}
