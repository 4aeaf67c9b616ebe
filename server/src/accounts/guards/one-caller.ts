import type { IncomingHttpHeaders } from 'node:http'
import { bearerOf, presentedToken, type TokenSigner } from '../../http/signed-token.ts'
import { percentDecoded } from '../../kernel/percent-encoding.ts'

/** Cookies of the library and of its hooks, except the session's. */
const OTHER_COOKIES = ['state', 'relay_state', 'sign_up', 'recovery', 'two_factor']
/** One cookie as browsers write it. Anything else is ignored. */
const COOKIE = /^ ?([\w.-]+)=([\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*)$/

/**
 * Rewrites a call's credentials for the library, in one form and only as this server itself has read them (http/session.ts). Two parsers of the same
 * headers could see two different fans: one would be checked, and the other acted for.
 */
export function oneCaller(
  headers: IncomingHttpHeaders,
  sessionCookie: string,
  signer: TokenSigner,
): Readonly<Record<string, string>> {
  const presented = presentedToken(headers, sessionCookie)
  // The library accepts other spellings of a signature, and knows only the newest key.
  const token = signedAnew(presented, signer)
  const isBearer = bearerOf(headers.authorization) !== null
  const cookies = new Map<string, string>()
  const names = new Set(OTHER_COOKIES.map((name) => sessionCookie.replace('session_token', name)))
  for (const part of headers.cookie?.split(';') ?? []) {
    const [, name = '', value = ''] = COOKIE.exec(part) ?? []
    const resigned = names.has(name) && !cookies.has(name) ? signedAnew(percentDecoded(value), signer) : null
    if (resigned !== null) cookies.set(name, encodeURIComponent(resigned))
  }
  if (token !== null && !isBearer) cookies.set(sessionCookie, encodeURIComponent(token))
  return {
    ...(cookies.size === 0 ? {} : { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') }),
    ...(token !== null && isBearer ? { authorization: `Bearer ${token}` } : {}),
  }
}

/** Signs a value again with the newest key. Returns `null` for none, and for one that this server never signed. */
function signedAnew(signed: string | null, signer: TokenSigner): string | null {
  const value = signed === null ? null : signer.verify(signed)
  return value === null ? null : signer.sign(value)
}
