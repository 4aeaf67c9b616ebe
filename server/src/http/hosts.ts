import { isIP } from 'node:net'
import { HEALTH_PATH } from '@tribune/contract/health.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../kernel/refusal.ts'
import { isLoopback } from './origins.ts'

/**
 * Answers under the product's own name alone. A page of another site whose name leads here (DNS rebinding) would be the product's own page
 * to a browser. A browser that goes to a page under another name is sent to the right one, everything else is refused. Load balancers ask
 * for health under any name; the machine itself and, while the product's own address is the machine's, devices of its network by number,
 * need no name.
 */
export function requireOwnHost(http: FastifyInstance, publicUrl: string): void {
  const own = new URL(publicUrl).hostname
  const isNear = isLoopback(publicUrl)
  http.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith(HEALTH_PATH)) return
    const name = hostnameOf(request)
    if (name === own || (isNear && isNumber(name)) || (isLoopbackName(name) && isFromThisMachine(request))) return
    if (!goesToPage(request)) throw new Refusal('wrong_host')
    return reply.header('cache-control', 'no-store').redirect(publicUrl + request.url, 302)
  })
}

/** Whether a request comes from the machine itself, without anything in between that says so. */
export function isDirectFromThisMachine(request: FastifyRequest): boolean {
  return isFromThisMachine(request) && !isForwarded(request) && isLoopbackName(hostnameOf(request))
}

/** Tells the operator once when a proxy stands in front that `TRUST_PROXY` does not count: all its visitors share one address then. */
export function warnOfUncountedProxy(http: FastifyInstance, trustedProxies: number): void {
  if (trustedProxies > 0) return
  let isTold = false
  http.addHook('onRequest', async (request) => {
    if (isTold || !isForwarded(request)) return
    isTold = true
    http.log.warn('requests come through a proxy, but TRUST_PROXY is 0: limits count all its visitors as one address')
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

/** The name a request is sent to, without its port; empty where it makes no sense. */
function hostnameOf({ host }: FastifyRequest): string {
  const address = `http://${host}`
  return URL.canParse(address) ? new URL(address).hostname : ''
}

const isLoopbackName = (name: string) => isLoopback(`http://${name}`)
const isNumber = (name: string) => isIP(name.replace(/^\[|\]$/g, '')) > 0

function isFromThisMachine({ socket }: FastifyRequest): boolean {
  const address = socket.remoteAddress?.replace('::ffff:', '') ?? ''
  return address === '::1' || address.startsWith('127.')
}

function goesToPage({ method, url, headers }: FastifyRequest): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  return isRead && url.startsWith('/') && !url.startsWith('/api') && headers.accept?.includes('text/html') === true
}
