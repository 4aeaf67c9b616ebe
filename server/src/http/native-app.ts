import { CHALLENGE_HEADER, CONFIRM_HEADER, DEVICE_HEADER } from '@tribune/contract/account-constants.ts'
import { DAY_MS } from '@tribune/domain/common/instant.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { nativeOrigins } from './origins.ts'

const ALLOWED_ORIGIN = 'access-control-allow-origin'
/** Headers that its scripts may read, besides the default ones. */
const EXPOSED = ['set-auth-token', DEVICE_HEADER, 'retry-after', 'etag', 'date', 'age'].join(', ')
/** Answer to a preflight request. Never allows credentials. */
const PREFLIGHT = {
  'access-control-allow-methods': 'GET, PUT, POST, DELETE',
  'access-control-allow-headers': [
    'authorization',
    'content-type',
    'if-match',
    CHALLENGE_HEADER,
    CONFIRM_HEADER,
    DEVICE_HEADER,
  ].join(', '),
  'access-control-max-age': String(DAY_MS / 1_000),
}
/** Headers of a browser, its cookies included. */
const BROWSER_HEADERS = ['cookie', 'origin', 'referer', 'sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest'] as const

/**
 * Allows the native app's bundled pages to call this server across origins, without cookies in either direction: from here on, such a call is
 * that of any other program, authenticated by its bearer token or not at all.
 */
export function allowNativeApp(http: FastifyInstance, publicUrl: string): void {
  const origins = nativeOrigins(publicUrl)
  http.addHook('onRequest', ({ method, headers }, reply, done) => {
    const { origin } = headers
    if (origin === undefined || !origins.has(origin)) return done()
    reply.headers({ [ALLOWED_ORIGIN]: origin, 'access-control-expose-headers': EXPOSED, vary: 'origin' })
    if (method === 'OPTIONS' && headers['access-control-request-method'] !== undefined) {
      reply.status(204).headers(PREFLIGHT).send()
      return
    }
    for (const name of BROWSER_HEADERS) delete headers[name]
    done()
  })
  http.addHook('onSend', (_request, reply, payload, done) => {
    if (reply.hasHeader(ALLOWED_ORIGIN)) reply.removeHeader('set-cookie')
    done(null, payload)
  })
}

/** Returns whether an answer goes to a page of the native app, which no cookie reaches. */
export function isNativePage(reply: FastifyReply): boolean {
  return reply.hasHeader(ALLOWED_ORIGIN)
}
