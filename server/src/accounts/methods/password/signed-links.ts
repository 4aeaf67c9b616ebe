import { cookieKey } from '../../../http/signed-token.ts'
import { hmacOf, isHmacOf, textKey } from '../../../kernel/keys.ts'
import type { Hook } from '../../hook.ts'
import type { Tools } from '../../tools.ts'

/** A JWT signed with a shared key (HS256): the claims with their header, and the signature. */
const TOKEN = /^([\w-]+\.[\w-]+)\.([\w-]{43})$/

/**
 * Signs the token of a confirmation link again if an older secret signed it: links are valid for a day, and the library knows only the newest key. The
 * library refuses a token that no secret signed.
 */
export function withNewestSignature({ query }: Pick<Hook, 'query'>, { app }: Pick<Tools, 'app'>) {
  const { secrets } = app.config
  const [, claims, signature] = TOKEN.exec(String(query?.token)) ?? []
  if (claims === undefined || signature === undefined) return
  const newest = textKey(cookieKey(secrets[0]))
  if (isHmacOf(newest, claims, signature)) return
  const older = [...secrets.slice(1).map(cookieKey), ...secrets].map(textKey)
  if (!older.some((key) => isHmacOf(key, claims, signature))) return
  return { context: { query: { ...query, token: `${claims}.${hmacOf(newest, claims)}` } } }
}
