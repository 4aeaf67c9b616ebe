import type { ServerResponse } from 'node:http'
import { followLive } from '@tribune/contract/live.ts'
import type { FastifyReply } from 'fastify'
import type { App } from '../../../context.ts'
import type { Router } from '../../../http/route.ts'

/** Seconds after which a refused client retries. Until then it polls. */
const RETRY_AFTER = '60'

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // Proxies must neither cache, compress nor buffer it.
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  // Closes the socket with the stream, so that a stopping server need not wait.
  connection: 'close',
}

export function registerLive(route: Router, app: App): undefined {
  route(followLive, async ({ query, request, reply }) => {
    if (request.method === 'HEAD') return reply.headers(HEADERS).send()
    const { home, match_ids: matchIds = [], after = null } = query
    const last = request.headers['last-event-id']
    const listener = {
      home: home !== undefined,
      matchIds: [...new Set(matchIds)],
      address: request.ip,
      after: last === undefined ? after : knownUntil(String(last)),
    }
    reply.header('retry-after', RETRY_AFTER)
    app.live.follow(listener, () => opened(reply.removeHeader('retry-after').headers(HEADERS)))
    return reply
  })
  return undefined
}

/** Takes over the raw response, to stream events. */
function opened(reply: FastifyReply): ServerResponse {
  const { raw } = reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value)
  return raw.writeHead(200)
}

/** Parses the `last-event-id` of a browser; a foreign one counts as 0. */
function knownUntil(id: string): number {
  return /^\d{1,15}$/.test(id) ? Number(id) : 0
}
