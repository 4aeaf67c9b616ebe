import type { FastifyInstance } from 'fastify'
import type { App } from '../../../context.ts'
import { METRICS_PATH, seriesOfAll } from '../../../infra/metrics/metrics.ts'
import { hmacOf, isHmacOf, textKey } from '../../../kernel/keys.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { gaugeStored } from './service.ts'

const BEARER = 'Bearer '

/** Serves the series to callers with the token. Without the setting the address is unknown. It is not in the contract: only Prometheus reads it. */
export function serveMetrics(http: FastifyInstance, app: App): void {
  const { metricsToken } = app.config
  if (metricsToken === null) return
  gaugeStored(app)
  const read = seriesOfAll(app.metrics.registry)
  const key = textKey(metricsToken)
  const isKnown = (header = '') =>
    header.startsWith(BEARER) && isHmacOf(key, metricsToken, hmacOf(key, header.slice(BEARER.length)))
  http.get(METRICS_PATH, { schema: { hide: true }, compress: {} }, async ({ headers }, reply) => {
    if (!isKnown(headers.authorization)) {
      reply.header('www-authenticate', 'Bearer')
      throw new Refusal('not_authenticated')
    }
    const { contentType } = app.metrics.registry
    return reply
      .header('cache-control', 'no-store')
      .type(contentType)
      .send(await read())
  })
}
