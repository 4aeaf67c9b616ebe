import { digestOff as words } from '@tribune/french/sentences/messages/digest.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseAway } from '../../infra/database/pool.ts'
import { escapeHtml } from '../../kernel/html.ts'

/** Below /api: neither a page of the app nor an address that its service worker answers. */
const PATH = '/api/digest/off'
/** Requests of one address, in a minute: all subscribers of a mailbox provider share a few. */
const REQUESTS_PER_MINUTE = 600
/** Providers post one field. */
const BODY_LIMIT = 4_096
const HTML = 'text/html; charset=utf-8'
/** No script, nothing from elsewhere, in no frame; the form comes back here. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

const STYLE = `
  :root { color-scheme: light dark; --ground: #f7f5ef; --surface: #fff; --line: #dcd7c9; --text: #0b1020; --action: #0b1020; --on-action: #c6f94a; }
  @media (prefers-color-scheme: dark) {
    :root { --ground: #0b1020; --surface: #141b31; --line: #2a3558; --text: #f4f1e8; --action: #c6f94a; --on-action: #0b1020; }
  }
  body { margin: 0; padding: 24px 12px; background: var(--ground); color: var(--text); font: 16px/1.5 Archivo, Helvetica, Arial, sans-serif; }
  main { max-width: 480px; margin: 0 auto; padding: 24px; box-sizing: border-box; background: var(--surface); border: 1px solid var(--line); border-radius: 12px; }
  h1 { margin: 0 0 16px; font-size: 24px; line-height: 1.2; }
  p { margin: 0 0 16px; }
  a { color: inherit; display: inline-block; padding: 12px 0; }
  button { font: inherit; font-weight: 700; min-height: 48px; padding: 12px 20px; border: 0; border-radius: 8px; background: var(--action); color: var(--on-action); cursor: pointer; }
  button:focus-visible, a:focus-visible { outline: 3px solid currentcolor; outline-offset: 2px; }`

interface Unsubscribing {
  /** Whether a proof is one of ours. */
  readonly isProof: (proof: string) => boolean
  /** Turns off what the proof is for. Returns false for a proof that is not ours. */
  readonly turnOff: (proof: string) => Promise<boolean>
}

/** The path in a digest that turns it off. */
export function unsubscribePath(proof: string): string {
  return `${PATH}/${proof}`
}

/**
 * Serves the address in the List-Unsubscribe header of digests (RFC 8058). A POST turns the digest off: mailbox providers send it, without a session, cookie
 * or origin, and the proof in the address is all that it needs. A GET changes nothing, because scanners of mail open every link; it shows a page with one button
 * that posts. The answer is the same whether the fan exists or not, wished the digest or not.
 */
export async function serveUnsubscribe(http: FastifyInstance, { isProof, turnOff }: Unsubscribing): Promise<void> {
  await http.register(async (scope) => {
    // As a form, in parts, or without any type: the body says nothing that the address does not.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, _body, done) => done(null))
    const limit = {
      timeWindow: '1 minute',
      max: REQUESTS_PER_MINUTE,
      addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
      keyGenerator: (request: FastifyRequest) => request.ip,
    }
    const options = { schema: { hide: true }, config: { rateLimit: limit } }
    const path = `${PATH}/:proof`
    scope.get<Asked>(path, options, async ({ params }, reply) =>
      isProof(params.proof) ? send(reply, 200, askPage()) : send(reply, 400, answerPage(words.wrong)),
    )
    scope.post<Asked>(path, options, async ({ params, log }, reply) => {
      try {
        const isDone = await turnOff(params.proof)
        return send(reply, isDone ? 200 : 400, answerPage(isDone ? words.done : words.wrong))
      } catch (error) {
        if (!isDatabaseAway(error)) throw error
        log.warn({ err: error }, 'unsubscription not stored')
        return send(reply.header('retry-after', '60'), 503, answerPage(words.busy))
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
    .type(HTML)
    .send(html)
}

function askPage(): string {
  const button = `<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>${escapeHtml(words.confirm)}</button></form>`
  return pageOf(words.ask, button)
}

function answerPage(sentence: string): string {
  return pageOf(sentence, `<a href="/profile">${escapeHtml(words.profile)}</a>`)
}

function pageOf(sentence: string, content: string): string {
  return `<!doctype html>
<html lang="fr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(words.title)}</title>
<link rel="icon" href="data:,"><style>${STYLE}</style></head>
<body><main><h1>${escapeHtml(words.title)}</h1><p>${escapeHtml(sentence)}</p>${content}</main></body></html>`
}
