import type { ServerResponse } from 'node:http'
import { followLive } from '@tribune/contract/live.ts'
import type { FastifyReply } from 'fastify'
import type { App } from '../../context.ts'
import type { Router } from '../../http/route.ts'

/** For whoever is refused, in seconds: meanwhile the poll carries on. */
const RETRY_AFTER = '60'

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // Proxies neither keep nor compress it, nor hold it back until a block is full.
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  // When the stream ends, the socket does: a server that stops waits for nobody.
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

/** From here on the answer is written by hand, as long as both ends are there. */
function opened(reply: FastifyReply): ServerResponse {
  const { raw } = reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value)
  return raw.writeHead(200)
}

/** The id of the last event that a browser has seen. One that is none of ours dates from the beginning of time. */
function knownUntil(id: string): number {
  return /^\d{1,15}$/.test(id) ? Number(id) : 0
}
