import { followLive } from '@tribune/contract/live.ts'
import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../infra/metrics/metrics.ts'

/** Counts and times answers by the template of their route, so that the number of series is bounded. */
export function measureRequests(http: FastifyInstance, { requests, answerSeconds, refusals }: Metrics): void {
  http.addHook('onResponse', (request, reply, done) => {
    const { url } = request.routeOptions
    const [route, method] = url === undefined ? ['unknown', 'any'] : [url, request.method]
    requests.inc({ method, route, status: `${Math.floor(reply.statusCode / 100)}xx` })
    // A stream ends when its screen is closed.
    if (route !== followLive.path) answerSeconds.observe({ method, route }, reply.elapsedTime / 1_000)
    if (request.refusal !== null) refusals.inc({ code: request.refusal })
    done()
  })
}
