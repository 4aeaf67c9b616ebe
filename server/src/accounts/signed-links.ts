import { createHmac, timingSafeEqual } from 'node:crypto'
import { cookieKey } from '../http/signed-token.ts'
import type { Hook } from './hook.ts'

/** A JWT by its three parts, signed with a shared key. */
const TOKEN = /^([\w-]+\.[\w-]+)\.([\w-]{43})$/

/**
 * The link of a confirmation mail holds for a day, and the library knows the newest key alone: one that an older secret signed is signed
 * anew. What no secret signed is the library's to refuse.
 */
export function withNewestSignature({ path, query }: Pick<Hook, 'path' | 'query'>, secrets: readonly string[]) {
  const [, claims, signature] = TOKEN.exec(path === '/verify-email' ? String(query?.token) : '') ?? []
  if (claims === undefined || signature === undefined) return
  const keys = [...secrets.map(cookieKey), ...secrets]
  const known = keys.find((key) => isSame(signature, signatureOf(claims, key)))
  if (known === undefined || known === keys[0]) return
  return { context: { query: { ...query, token: `${claims}.${signatureOf(claims, keys[0] ?? '')}` } } }
}

function signatureOf(claims: string, key: string): string {
  return createHmac('sha256', key).update(claims).digest('base64url')
}

function isSame(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one), Buffer.from(other))
}
