import { randomBytes } from 'node:crypto'
import { isAPIError } from 'better-auth/api'
import type { Hook } from './hook.ts'
import { KeptCookie } from './kept-cookie.ts'
import { forgetMark } from './own-browser.ts'

/**
 * The one-time token of a forgotten password travels in a mail, and from there no further: the browser that opens the link keeps it in a
 * cookie that no script reads, so that it stays neither in an address, a history nor a page, and outlives a reload.
 */
const cookie = new KeptCookie('recovery')

/** Whether a new password comes with a token that was sent, in its body or in the browser's cookie, and has not run out. */
export async function knowsResetToken(call: Hook): Promise<boolean> {
  const sent: unknown = call.body?.token
  const token = sent === undefined ? await cookie.read(call) : sent
  if (typeof token !== 'string') return false
  const found = await call.context.internalAdapter.findVerificationValue(`reset-password:${token}`)
  return found !== null && found.expiresAt > new Date()
}

/** A new password without a token is chosen with the one that the browser keeps. */
export async function withKeptToken(call: Hook): Promise<{ context: { body: object } } | undefined> {
  if (call.path !== '/reset-password' || typeof call.body !== 'object' || call.body?.token !== undefined) return
  const token = await cookie.read(call)
  return token !== null ? { context: { body: { ...call.body, token } } } : undefined
}

/** After the library has answered: takes the token out of where the link leads, and forgets it once it has served. */
export async function moveToken(call: Hook, lifeS: number): Promise<void> {
  const { returned, baseURL } = call.context
  if (call.path === '/reset-password' && !isAPIError(returned)) cookie.forget(call)
  if (call.path !== '/reset-password/:token' || !isAPIError(returned)) return
  const to = new URL(new Headers(returned.headers).get('location') ?? '/', baseURL)
  // The token that the library found good; never one that the address to go on to brings along.
  const token: unknown = call.params?.token
  if (to.searchParams.has('error') || typeof token !== 'string') return
  await cookie.keep(call, token, lifeS)
  to.searchParams.delete('token')
  throw call.redirect(to.href)
}

/** An address confirmed without a password that could stay (own-browser.ts) leads to a new one, with the address to go on to. */
export async function askForPassword(call: Hook, lifeS: number): Promise<void> {
  const { internalAdapter, newSession } = call.context
  if (call.path !== '/verify-email' || newSession == null) return
  forgetMark(call)
  if ((await internalAdapter.findAccounts(newSession.user.id)).length > 0) return
  const token = randomBytes(24).toString('base64url')
  await internalAdapter.createVerificationValue({
    identifier: `reset-password:${token}`,
    value: newSession.user.id,
    expiresAt: new Date(Date.now() + lifeS * 1_000),
  })
  await cookie.keep(call, token, lifeS)
  const back = typeof call.query?.callbackURL === 'string' ? call.query.callbackURL : '/'
  throw call.redirect(`/profile?${new URLSearchParams({ type: 'recovery', confirmed: back })}`)
}
