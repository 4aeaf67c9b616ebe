import { CHALLENGE_HEADER, CONFIRM_HEADER, DEVICE_HEADER } from '@tribune/contract/account-calls.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { nativeOrigins } from './origins.ts'

const DAY_S = 86_400
const ALLOWED_ORIGIN = 'access-control-allow-origin'
/** What its scripts may read beside what any page may. */
const EXPOSED = ['set-auth-token', DEVICE_HEADER, 'retry-after', 'etag', 'date'].join(', ')
/** The answer to a browser that asks first. It never says that cookies may come along. */
const PREFLIGHT = {
  'access-control-allow-methods': 'GET, PUT, POST, DELETE',
  'access-control-allow-headers': [
    'authorization',
    'content-type',
    CHALLENGE_HEADER,
    CONFIRM_HEADER,
    DEVICE_HEADER,
  ].join(', '),
  'access-control-max-age': String(DAY_S),
}
/** What a browser says of itself, and keeps of a site. */
const BROWSERS_WORDS = ['cookie', 'origin', 'referer', 'sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest'] as const

/**
 * Lets the pages that the native app brings along call this server. They stand at another origin, so no cookie goes in or out there: from
 * here on such a call is that of any other program, which is somebody by its bearer token or nobody.
 */
export function letNativeAppIn(http: FastifyInstance, publicUrl: string): void {
  const origins = nativeOrigins(publicUrl)
  http.addHook('onRequest', async ({ method, headers }, reply) => {
    const { origin } = headers
    if (origin === undefined || !origins.has(origin)) return
    reply.headers({ [ALLOWED_ORIGIN]: origin, 'access-control-expose-headers': EXPOSED, vary: 'origin' })
    if (method === 'OPTIONS' && headers['access-control-request-method'] !== undefined) {
      return reply.status(204).headers(PREFLIGHT).send()
    }
    for (const name of BROWSERS_WORDS) delete headers[name]
  })
  http.addHook('onSend', (_request, reply, payload, done) => {
    if (reply.hasHeader(ALLOWED_ORIGIN)) reply.removeHeader('set-cookie')
    done(null, payload)
  })
}

/** Whether a page of the native app asked: no cookie reaches it, and it reads the headers it may. */
export function isNativePage(reply: FastifyReply): boolean {
  return reply.hasHeader(ALLOWED_ORIGIN)
}
