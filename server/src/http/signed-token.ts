import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { keyBytes, textKey } from '../kernel/keys.ts'
import { percentDecoded } from '../kernel/text.ts'

/** Length of a SHA-256 in base64. */
const SIGNATURE_LENGTH = 44
const BEARER = 'bearer '

/** Signs session tokens as the accounts library signs its cookies: `token.base64(HMAC-SHA256(key, token))`. */
export interface TokenSigner {
  sign(token: string): string
  /** Returns the token, or `null` if the signature is not ours. */
  verify(signed: string): string | null
}

export function createTokenSigner(newest: string, ...older: readonly string[]): TokenSigner {
  const secrets = [newest, ...older]
  // Sessions older than the derived keys are signed with the secret itself.
  return createSigner(cookieKey(newest), ...older.map(cookieKey), ...secrets)
}

/** Returns the secret for the accounts library, which signs its cookies and links with it directly. */
export function cookieKey(secret: string): string {
  return keyBytes(secret, 'sessions and cookies').toString('base64url')
}

/** Creates a signer that signs with the first key, and accepts signatures of all. */
export function createSigner(...texts: readonly [string, ...string[]]): TokenSigner {
  const [newest, ...older] = texts
  const sign = signatureWith(newest)
  const signatures = [sign, ...older.map(signatureWith)]
  return {
    sign: (token) => `${token}.${sign(token)}`,
    verify(signed) {
      const dot = signed.lastIndexOf('.')
      if (dot < 1) return null
      const given = Buffer.from(signed.slice(dot + 1))
      const token = signed.slice(0, dot)
      if (given.length !== SIGNATURE_LENGTH) return null
      return signatures.some((signatureOf) => timingSafeEqual(given, Buffer.from(signatureOf(token)))) ? token : null
    },
  }
}

function signatureWith(text: string): (token: string) => string {
  const key = textKey(text)
  return (token) => createHmac('sha256', key).update(token).digest('base64')
}

/** Returns the name of the session cookie. On https its prefix makes browsers refuse one that was not set over https. */
export function sessionCookieName(secure: boolean): string {
  return secure ? '__Secure-better-auth.session_token' : 'better-auth.session_token'
}

/** Returns the header value that makes a browser delete the session cookie. */
export function forgottenCookie(publicUrl: string): string {
  return sessionCookie(publicUrl, '', 0)
}

/** Returns the header value that makes a browser keep a signed token as its session cookie, for `lifeS` seconds. */
export function sessionCookie(publicUrl: string, signed: string, lifeS: number): string {
  const secure = publicUrl.startsWith('https:')
  const value = encodeURIComponent(signed)
  return `${sessionCookieName(secure)}=${value}; Path=/; Max-Age=${lifeS}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}

/** Returns the signed token of a request, not yet verified: the bearer token if there is one, else the cookie. */
export function presentedToken(headers: IncomingHttpHeaders, cookieName: string): string | null {
  const bearer = bearerOf(headers.authorization)
  const raw = bearer ?? cookieOf(headers.cookie, cookieName)
  return raw === null ? null : percentDecoded(raw)
}

/** Returns the bearer token of an `authorization` header, or `null`. */
export function bearerOf(authorization: string | undefined): string | null {
  if (authorization?.slice(0, BEARER.length).toLowerCase() !== BEARER) return null
  return authorization.slice(BEARER.length).trim()
}

/** Returns a cookie's raw value, or `null`. Does not parse the whole header, because this runs on every request. */
export function cookieOf(header: string | undefined, name: string): string | null {
  if (header === undefined) return null
  for (let at = header.indexOf(name); at !== -1; at = header.indexOf(name, at + 1)) {
    const before = at === 0 ? ';' : header[at - 1]
    if ((before !== ';' && before !== ' ') || header[at + name.length] !== '=') continue
    const end = header.indexOf(';', at)
    return header.slice(at + name.length + 1, end === -1 ? undefined : end).trim()
  }
  return null
}
