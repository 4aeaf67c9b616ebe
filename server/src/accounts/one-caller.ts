import type { IncomingHttpHeaders } from 'node:http'
import { bearerOf, presentedToken, type TokenSigner } from '../http/signed-token.ts'

/** Cookies of the library and of its hooks, beside the session's. */
const OTHERS = ['state', 'relay_state', 'sign_up', 'recovery', 'two_factor']
/** One cookie, written as browsers write it; what is written otherwise is none. */
const COOKIE = /^ ?([\w.-]+)=([\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*)$/

/**
 * Who calls, for the library to read: only what this server itself read of the call (http/session.ts), in one form. Two readers of the
 * same headers would find two different people in them, and one would be checked while the other is acted for.
 */
export function oneCaller(
  headers: IncomingHttpHeaders,
  sessionCookie: string,
  signer: TokenSigner,
): Readonly<Record<string, string>> {
  const presented = presentedToken(headers, sessionCookie)
  // The library would read a signature that is written in another way, and knows the newest key alone.
  const token = presented === null ? null : signedAnew(presented, signer)
  const isBearer = bearerOf(headers.authorization) !== null
  const cookies = new Map<string, string>()
  const names = new Set(OTHERS.map((name) => sessionCookie.replace('session_token', name)))
  for (const part of headers.cookie?.split(';') ?? []) {
    const [, name = '', value = ''] = COOKIE.exec(part) ?? []
    const kept = names.has(name) && !cookies.has(name) ? signedAnew(decoded(value), signer) : null
    if (kept !== null) cookies.set(name, encodeURIComponent(kept))
  }
  if (token !== null && !isBearer) cookies.set(sessionCookie, encodeURIComponent(token))
  return {
    ...(cookies.size === 0 ? {} : { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') }),
    ...(token !== null && isBearer ? { authorization: `Bearer ${token}` } : {}),
  }
}

/** The same, signed with the newest key; `null` for what this server never signed. */
function signedAnew(signed: string, signer: TokenSigner): string | null {
  const value = signer.verify(signed)
  return value === null ? null : signer.sign(value)
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return ''
  }
}
