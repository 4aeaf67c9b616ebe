import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { answer, parametersOf } from './answer.ts'
import { failure } from './envelope.ts'
import { jsonAnswer, type Outgoing, replacement, spoiled } from './fault-effects.ts'
import { type Fault, type FaultControl, Faults, isFaultKind, parseFault } from './faults.ts'
import { drawing } from './media.ts'
import { DAY_LIMIT, Meter } from './meter.ts'
import type { Staging } from './staging.ts'
import { World } from './world.ts'

export interface SimulatorOptions {
  /** Another seed is another world. */
  readonly seed?: string
  readonly now: () => Date
  /** Where its pictures are said to be, without the path; none: where it is asked. Another port each start is another address. */
  readonly mediaOrigin?: string
}

export interface Simulator {
  /** On any free port of this machine alone. */
  listen(): Promise<{ readonly url: string }>
  close(): Promise<void>
  readonly faults: FaultControl
  /** For tests: puts a match into the world that stands at a minute now, and ends after ninety. Gives its id. */
  stage(staging: Staging): number
}

export const DEFAULT_SEED = 'tribune'

const BAD_KEY = 'bad'
const SLOW_MS = 1000

/** An HTTP server in the provider's wire format, telling a made-up world that depends on nothing but the seed and the clock. */
export function createSimulator(options: SimulatorOptions): Simulator {
  const world = new World(options.seed ?? DEFAULT_SEED)
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

/** Pictures need no key and cost no quota. `.png` answers the same drawing: what counts is its content type. */
function mediaRoute(app: FastifyInstance, world: World, faults: Faults): void {
  app.get<{ Params: { kind: string; file: string } }>('/media/:kind/:file', async (request, reply) => {
    const struck = faults.takeMedia(request.url)
    await slowness(struck)
    const replaced = replacement(struck, request.url, {})
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
    const struck = provider.faults.take(path)
    await slowness(struck)
    const free = path === '/status'
    if (!free) {
      provider.meter.count(now)
      reply.headers(quotaHeaders(provider.meter, now, struck))
    }
    return send(reply, outgoing(request, path, { ...provider, now }, struck))
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

/** No key: 403. A wrong one: 200 with an error, and not even the parameters said back. */
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
  struck: ReturnType<Faults['take']>,
): Outgoing {
  const parameters = parametersOf(request.query)
  const replaced = replacement(struck, path, parameters)
  if (replaced) return replaced
  const voice = {
    base: from.mediaOrigin ?? `http://${request.headers.host ?? request.host}`,
    zone: 'UTC',
    now: from.now,
    seed: from.world.seed,
  }
  const call = { world: from.world, voice, parameters, faults: struck }
  return spoiled(struck, answer(path, call, { today: from.meter.today(from.now), dayLimit: DAY_LIMIT }))
}

function send(reply: FastifyReply, { status, type, body, drop }: Outgoing): FastifyReply {
  if (!drop) return reply.code(status).type(type).send(body)
  reply.hijack()
  reply.raw.socket?.destroy()
  return reply
}
