import type { FastifyPluginAsync } from 'fastify'
import { Refusal } from '../kernel/refusal.ts'

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
