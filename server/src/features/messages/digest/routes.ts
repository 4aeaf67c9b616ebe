import { getDigest, putDigest } from '@tribune/contract/own/messages.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { App } from '../../../context.ts'
import type { Router } from '../../../http/route.ts'
import { isDatabaseAway } from '../../../infra/database/pool.ts'
import { RateWindows } from '../../../kernel/rate-windows.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { presentAnswer, presentQuestion } from './present.ts'
import { chooseDigest, digestChoiceOf, isOffProof, turnOffByProof, unsubscribePath } from './service.ts'

/** Requests of one address, in a minute: all subscribers of a mailbox provider share a few. */
const REQUESTS_PER_MINUTE = 600
/** Providers post one field. */
const BODY_LIMIT = 4_096
/** No script, nothing from elsewhere, in no frame; the form comes back here. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

export function registerDigest(route: Router, app: App): undefined {
  route(getDigest, ({ fan }) => digestChoiceOf(app, fan))
  route(putDigest, ({ fan, body }) => chooseDigest(app, fan, body.wanted))
}

/**
 * Serves the address in the List-Unsubscribe header of digests (RFC 8058). A POST turns the digest off: mailbox providers send it, without a session, cookie
 * or origin, and the proof in the address is all that it needs. A GET changes nothing, because scanners of mail open every link; it shows a page with one button
 * that posts. The answer is the same whether the fan exists or not, wished the digest or not.
 */
export async function serveUnsubscribe(http: FastifyInstance, app: App): Promise<void> {
  await http.register(async (scope) => {
    // As a form, in parts, or without any type: the body says nothing that the address does not.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, _body, done) => done(null))
    const rates = new RateWindows()
    scope.addHook('onRequest', async ({ ip }) => {
      if (rates.takeFrom(ip, 'unsubscribe', REQUESTS_PER_MINUTE) > 0) throw new Refusal('too_many_requests')
    })
    const options = { schema: { hide: true } }
    const path = unsubscribePath(':proof')
    scope.get<Asked>(path, options, async ({ params }, reply) =>
      isOffProof(app, params.proof) ? send(reply, 200, presentQuestion()) : send(reply, 400, presentAnswer('wrong')),
    )
    scope.post<Asked>(path, options, async ({ params, log }, reply) => {
      try {
        const isDone = await turnOffByProof(app, params.proof)
        return send(reply, isDone ? 200 : 400, presentAnswer(isDone ? 'done' : 'wrong'))
      } catch (error) {
        if (!isDatabaseAway(error)) throw error
        log.warn({ err: error }, 'unsubscription not stored')
        return send(reply.header('retry-after', '60'), 503, presentAnswer('busy'))
      }
    })
  })
}

interface Asked {
  Params: { readonly proof: string }
}

function send(reply: FastifyReply, status: number, html: string): FastifyReply {
  return reply
    .status(status)
    .headers({
      'content-security-policy': POLICY,
      'cache-control': 'no-store',
      // The address is a proof: no other site learns it, and no search engine lists it.
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'x-content-type-options': 'nosniff',
    })
    .type('text/html; charset=utf-8')
    .send(html)
}
