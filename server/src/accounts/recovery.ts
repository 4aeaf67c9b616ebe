import { isAPIError } from 'better-auth/api'
import type { Hook } from './hook.ts'

/**
 * The one-time token of a forgotten password travels in a mail, and from there no further: the browser that opens the link keeps it in a
 * cookie that no script reads, so that it stays neither in an address, a history nor a page, and outlives a reload.
 */
const COOKIE = 'recovery'

/** Keeps a token with the browser, for as long as it holds. */
export async function keepToken(call: Hook, token: string, lifeS: number): Promise<void> {
  const { name, attributes } = call.context.createAuthCookie(COOKIE, { maxAge: lifeS })
  await call.setSignedCookie(name, token, call.context.secret, attributes)
}

/** A new password without a token is chosen with the one that the browser keeps. */
export async function withKeptToken(call: Hook): Promise<{ context: { body: object } } | undefined> {
  if (call.path !== '/reset-password' || typeof call.body !== 'object' || call.body?.token !== undefined) return
  const token = await call.getSignedCookie(call.context.createAuthCookie(COOKIE).name, call.context.secret)
  return token ? { context: { body: { ...call.body, token } } } : undefined
}

/** After the library has answered: takes the token out of where the link leads, and forgets it once it has served. */
export async function moveToken(call: Hook, lifeS: number): Promise<void> {
  const { returned, baseURL } = call.context
  if (call.path === '/reset-password' && !isAPIError(returned)) {
    const { name, attributes } = call.context.createAuthCookie(COOKIE)
    call.setCookie(name, '', { ...attributes, maxAge: 0 })
  }
  if (call.path !== '/reset-password/:token' || !isAPIError(returned)) return
  const to = new URL(new Headers(returned.headers).get('location') ?? '/', baseURL)
  const token = to.searchParams.get('token')
  if (token === null) return
  await keepToken(call, token, lifeS)
  to.searchParams.delete('token')
  throw call.redirect(to.href)
}
