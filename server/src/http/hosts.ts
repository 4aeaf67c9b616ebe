import { isIP } from 'node:net'
import { HEALTH_PATH } from '@tribune/contract/health.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { METRICS_PATH } from '../infra/metrics/metrics.ts'
import { Refusal } from '../kernel/refusal.ts'
import { isLoopback } from './origins.ts'

/**
 * Answers only under the product's own host name: a browser would take another site whose name leads here (DNS rebinding) for the product.
 * Redirects navigation under another name to the right one, and refuses everything else with `wrong_host`. Exempt are health checks and the series for Prometheus, this
 * machine itself and, in development, devices of the local network that use its IP address.
 */
export function requireOwnHost(http: FastifyInstance, publicUrl: string): void {
  const own = new URL(publicUrl).hostname
  const isLocal = isLoopback(publicUrl)
  /** Host of the last request under our own name. Nearly all requests have the same. */
  let known: string | null = null
  http.addHook('onRequest', (request, reply, done) => {
    const { host } = request
    if (host === known || request.url.startsWith(HEALTH_PATH) || request.url === METRICS_PATH) return done()
    const name = hostnameOf(request)
    if (name === own) known = host
    else if (!(isLocal && isIpAddress(name)) && !(isLoopbackName(name) && isFromThisMachine(request))) {
      if (!isNavigation(request)) throw new Refusal('wrong_host')
      reply.header('cache-control', 'no-store').redirect(publicUrl + request.url, 302)
      return
    }
    done()
  })
}

/** Returns whether a request comes from this machine, and not through a proxy. */
export function isDirectFromThisMachine(request: FastifyRequest): boolean {
  return isFromThisMachine(request) && !isForwarded(request) && isLoopbackName(hostnameOf(request))
}

/** Warns once if requests come through a proxy that `TRUST_PROXY` does not count, because all its visitors then share one address. */
export function warnOfUncountedProxy(http: FastifyInstance, trustedProxies: number): void {
  if (trustedProxies > 0) return
  let hasWarned = false
  http.addHook('onRequest', (request, _reply, done) => {
    if (!hasWarned && isForwarded(request)) {
      hasWarned = true
      http.log.warn('requests come through a proxy, but TRUST_PROXY is 0: limits count all its visitors as one address')
    }
    done()
  })
}

const FORWARDING = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
] as const

function isForwarded({ headers }: FastifyRequest): boolean {
  return FORWARDING.some((name) => headers[name] !== undefined)
}

/** Returns the host name of a request, without port; empty if it is invalid. */
function hostnameOf({ host }: FastifyRequest): string {
  const address = `http://${host}`
  return URL.canParse(address) ? new URL(address).hostname : ''
}

const isLoopbackName = (name: string) => isLoopback(`http://${name}`)
const isIpAddress = (name: string) => isIP(name.replace(/^\[|\]$/g, '')) > 0

function isFromThisMachine({ socket }: FastifyRequest): boolean {
  const address = socket.remoteAddress?.replace('::ffff:', '') ?? ''
  return address === '::1' || address.startsWith('127.')
}

function isNavigation({ method, url, headers }: FastifyRequest): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  return isRead && url.startsWith('/') && !url.startsWith('/api') && headers.accept?.includes('text/html') === true
}
