import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { drawing } from './portrait.ts'
import { answer, DAY_LIMIT, Meter, parametersOf } from './wire/answer.ts'
import {
  corrupted,
  type Fault,
  type FaultControl,
  Faults,
  isFaultKind,
  jsonAnswer,
  type Outgoing,
  parseFault,
  replacement,
} from './wire/faults.ts'
import { failure } from './wire/parameters.ts'
import { type Staging, World } from './world.ts'

export interface SimulatorOptions {
  /** Another seed makes another world. */
  readonly seed?: string
  /** The world itself, in place of a new one of the seed. */
  readonly world?: World
  readonly now: () => Date
  /** Origin of the picture URLs in its answers; by default that of the request, which changes with the port. */
  readonly mediaOrigin?: string
}

export interface Simulator {
  /** Listens on a free port of this machine alone. */
  listen(): Promise<{ readonly url: string }>
  close(): Promise<void>
  readonly faults: FaultControl
  /** For tests: adds a match that is at a given minute now, and ends without extra time. Returns its id. */
  stage(staging: Staging): number
}

export const DEFAULT_SEED = 'tribune'

const BAD_KEY = 'bad'
const SLOW_MS = 1000

/** Creates an HTTP server in the provider's wire format, for an invented world that depends only on seed and clock. */
export function createSimulator(options: SimulatorOptions): Simulator {
  const world = options.world ?? new World(options.seed ?? DEFAULT_SEED)
  const faults = new Faults()
  const app = Fastify({ forceCloseConnections: true })
  faultRoutes(app, faults)
  mediaRoute(app, world, faults)
  const { now, mediaOrigin } = options
  providerRoutes(app, { world, faults, meter: new Meter(), now, mediaOrigin })
  return {
    faults,
    stage: (staging) => world.stage(staging, now()),
    async listen() {
      return { url: await app.listen({ port: 0, host: '127.0.0.1' }) }
    },
    async close() {
      await app.close()
    },
  }
}

function faultRoutes(app: FastifyInstance, faults: Faults): void {
  app.get('/simulator/faults', () => ({ items: faults.list() }))
  app.post('/simulator/faults', (request, reply) => {
    const fault = parseFault(request.body)
    if (fault === null) return reply.code(400).send({ error: 'not a fault' })
    faults.add(fault)
    return reply.code(201).send({ items: faults.list() })
  })
  app.delete<{ Querystring: { kind?: string } }>('/simulator/faults', (request) => {
    const { kind } = request.query
    if (kind === undefined) faults.clear()
    else if (isFaultKind(kind)) faults.clear(kind)
    return { items: faults.list() }
  })
}

/** Serves pictures, without a key or quota. `.png` returns the same SVG: only its content type counts. */
function mediaRoute(app: FastifyInstance, world: World, faults: Faults): void {
  app.get<{ Params: { kind: string; file: string } }>('/media/:kind/:file', async (request, reply) => {
    const active = faults.takeMedia(request.url)
    await slowness(active)
    const replaced = replacement(active, request.url, {})
    if (replaced) return send(reply, replaced)
    const key = /^([a-z0-9-]+)\.(?:svg|png)$/.exec(request.params.file)?.[1]
    const svg = key === undefined ? null : drawing(world.squads, request.params.kind, key)
    if (svg === null) return reply.code(404).send({ error: 'no such picture' })
    return reply.header('cache-control', 'public, max-age=86400').type('image/svg+xml').send(svg)
  })
}

interface Provider {
  readonly world: World
  readonly faults: Faults
  readonly meter: Meter
  readonly now: () => Date
  readonly mediaOrigin: string | undefined
}

function providerRoutes(app: FastifyInstance, provider: Provider): void {
  app.get('/*', async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    const refusal = keyRefusal(request, path)
    if (refusal) return send(reply, refusal)
    const now = provider.now()
    const active = provider.faults.take(path)
    await slowness(active)
    const free = path === '/status'
    if (!free) {
      provider.meter.count(now)
      reply.headers(quotaHeaders(provider.meter, now, active))
    }
    return send(reply, outgoing(request, path, { ...provider, now }, active))
  })
}

async function slowness(faults: readonly Fault[]): Promise<void> {
  const slow = faults.find(({ kind }) => kind === 'slow')
  if (slow) await new Promise((resolve) => setTimeout(resolve, slow.ms ?? SLOW_MS))
}

function quotaHeaders(meter: Meter, now: Date, faults: ReturnType<Faults['take']>): Record<string, string> {
  const headers = meter.headers(now)
  const has = (...kinds: string[]) => faults.some(({ kind }) => kinds.includes(kind))
  if (has('quota')) headers['x-ratelimit-requests-remaining'] = '0'
  if (has('quota', 'rate_limit', 'http_429')) headers['X-RateLimit-Remaining'] = '0'
  return headers
}

/** Refuses a call without a key by 403, and one with a wrong key by 200 with an error, without echoing its parameters. */
function keyRefusal(request: FastifyRequest, path: string): Outgoing | null {
  const key = request.headers['x-apisports-key']
  if (typeof key !== 'string' || key === '') {
    return jsonAnswer(403, failure('/', {}, { token: 'Error/Missing application key.', error: '4xHe' }))
  }
  return key === BAD_KEY ? jsonAnswer(200, failure(path, {}, { token: 'Error/Invalid application key.' })) : null
}

interface Answering extends Omit<Provider, 'now'> {
  readonly now: Date
}

function outgoing(
  request: FastifyRequest,
  path: string,
  from: Answering,
  active: ReturnType<Faults['take']>,
): Outgoing {
  const parameters = parametersOf(request.query)
  const replaced = replacement(active, path, parameters)
  if (replaced) return replaced
  const context = {
    base: from.mediaOrigin ?? `http://${request.headers.host ?? request.host}`,
    zone: 'UTC',
    now: from.now,
    seed: from.world.seed,
  }
  const call = { world: from.world, context, parameters, faults: active }
  return corrupted(active, answer(path, call, { today: from.meter.today(from.now), dayLimit: DAY_LIMIT }))
}

function send(reply: FastifyReply, { status, type, body, drop }: Outgoing): FastifyReply {
  if (!drop) return reply.code(status).type(type).send(body)
  reply.hijack()
  reply.raw.socket?.destroy()
  return reply
}
