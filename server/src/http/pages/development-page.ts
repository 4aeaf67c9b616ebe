import type { FastifyPluginAsync } from 'fastify'
import { Refusal } from '../../kernel/refusal.ts'
import { escapeHtml } from '../../kernel/text.ts'
import { isDirectFromThisMachine } from '../hosts.ts'

const STYLE = `
  :root { color-scheme: light dark; --ground: #f7f5ef; --surface: #fff; --line: #dcd7c9; --edge: #7a7462; --text: #0b1020; --quiet: #4b5573; --action: #0b1020; --on-action: #c6f94a; }
  @media (prefers-color-scheme: dark) {
    :root { --ground: #0b1020; --surface: #141b31; --line: #2a3558; --edge: #7d88ad; --text: #f4f1e8; --quiet: #a7b0cc; --action: #c6f94a; --on-action: #0b1020; }
  }
  body { margin: 0 auto; max-width: 720px; padding: 16px; background: var(--ground); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
  a { color: inherit; }
  ul { list-style: none; padding: 0; }
  li, pre, iframe, form { background: var(--surface); border: 1px solid var(--line); border-radius: 12px; padding: 12px; margin: 0 0 8px; }
  li a { display: block; overflow-wrap: anywhere; }
  small { color: var(--quiet); }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; }
  iframe { width: 100%; height: 560px; padding: 0; box-sizing: border-box; }
  form { display: grid; gap: 12px; max-width: 420px; padding: 20px; }
  input:not([type=checkbox]), button { font: inherit; box-sizing: border-box; width: 100%; min-height: 48px; padding: 8px 12px; border: 1px solid var(--edge); border-radius: 8px; background: var(--ground); color: inherit; }
  button { font-weight: 700; cursor: pointer; }
  button.action { background: var(--action); border-color: var(--action); color: var(--on-action); }`

/** Makes a page of a stand-in, in the product's colours. `body` is HTML, `title` is text. */
export function developmentPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="fr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,"><style>${STYLE}</style></head>
<body><h1>${escapeHtml(title)}</h1>${body}</body></html>`
}

/** Restricts pages with other people's links and codes to direct connections from this machine; others get `not_found`. */
export function onThisMachine(pages: FastifyPluginAsync): FastifyPluginAsync {
  return async (http) => {
    http.addHook('onRequest', async (request) => {
      if (!isDirectFromThisMachine(request)) throw new Refusal('not_found')
    })
    await http.register(pages)
  }
}

const LIMIT_MS = 5_000

/** The pages of stand-ins that run in another process, at the origin `at`. */
export function relayedPages(at: string): FastifyPluginAsync {
  return async (http) => {
    http.get('/dev/*', { schema: { hide: true } }, async ({ url }, reply) => {
      const answer = await fetch(at + url, { signal: AbortSignal.timeout(LIMIT_MS) })
      if (!answer.ok) throw new Refusal('not_found')
      const type = answer.headers.get('content-type') ?? 'text/plain'
      return reply
        .type(type)
        .header('cache-control', 'no-store')
        .send(await answer.text())
    })
  }
}
