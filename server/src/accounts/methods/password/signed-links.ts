import { cookieKey } from '../../../http/signed-token.ts'
import { hmacOf, isHmacOf } from '../../../kernel/keys.ts'
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
  const keys = [...secrets.map(cookieKey), ...secrets]
  const known = keys.find((key) => isHmacOf(key, claims, signature))
  if (known === undefined || known === keys[0]) return
  return { context: { query: { ...query, token: `${claims}.${hmacOf(keys[0] ?? '', claims)}` } } }
}
